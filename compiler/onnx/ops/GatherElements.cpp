// SPDX-License-Identifier: Apache-2.0
// GatherElements: each element's index along `axis` is read from `indices`;
// its other indices are its own.
// https://onnx.ai/onnx/operators/onnx__GatherElements.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerGatherElements(OpImport &op) {
  int64_t rank = op.rank(0);
  auto axis = op.normalizeAxis(op.intAttribute("axis", 0), rank);
  if (failed(axis))
    return failure();
  if (op.rank(1) != rank)
    return op.invalid("data and indices have " + Twine(rank) + " and " +
                      Twine(op.rank(1)) +
                      " dimensions; they must have as "
                      "many");
  llvm::SmallVector<int64_t> dataLoops, indexLoops;
  Sizes data = op.sizes(0), indices = op.sizes(1);
  auto ranges = [&](StringRef name) { return op.graph.symbolRange(name); };
  for (int64_t i = 0; i < rank; ++i) {
    dataLoops.push_back(i == *axis ? -1 : i);
    indexLoops.push_back(i);
    // The data must be as long as what is read of it.
    IndexExpr excess = IndexExpr::max(indices[i] - data[i], 0).simplify(ranges);
    if (i != *axis && !op.graph.requireEqual(excess, 0, "excess of indices"))
      return failure();
  }
  return op.result(op.graph.gatherNd(op.input(0), dataLoops, op.input(1),
                                     indexLoops, /*clamp=*/false));
}

OnnxOp tenon::describeGatherElements() {
  return {"GatherElements",
          "data[a..., indices[a..., i, b...], b...]",
          {{.since = 11,
            .operands = {{"data"}, {"indices", kIndices, 'I'}},
            .attributes = {{"axis", OnnxAttributeType::Int}},
            .lower = lowerGatherElements}}};
}

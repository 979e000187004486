// SPDX-License-Identifier: Apache-2.0
// GatherND: the last dimension of `indices` lists indices of the data's
// dimensions after `batch_dims` shared ones.
// https://onnx.ai/onnx/operators/onnx__GatherND.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerGatherND(OpImport &op) {
  int64_t data = op.rank(0), indices = op.rank(1);
  int64_t batch = op.intAttribute("batch_dims", 0);
  if (batch < 0 || batch >= std::min(data, indices))
    return op.invalid("batch_dims is " + Twine(batch) +
                      " and must be less than both numbers of dimensions, " +
                      Twine(data) + " and " + Twine(indices));
  std::optional<int64_t> picked = op.sizes(1).back().constant();
  if (!picked)
    return op.unsupported("the last dimension of indices is " +
                              op.sizes(1).back().str() +
                              ", which decides the number of dimensions",
                          "give that size with --shape");
  if (*picked < 1 || *picked > data - batch)
    return op.invalid("the last dimension of indices is " + Twine(*picked) +
                      "; allowed: 1 to " + Twine(data - batch));
  for (int64_t i = 0; i < batch; ++i)
    if (!op.graph.requireEqual(op.sizes(0)[i], op.sizes(1)[i],
                               "batch dimension"))
      return failure();
  llvm::SmallVector<int64_t> dataLoops, indexLoops;
  for (int64_t i = 0; i < data; ++i)
    dataLoops.push_back(i < batch ? i
                        : i < batch + *picked
                            ? -1
                            : indices - 1 + i - batch - *picked);
  for (int64_t i = 0; i + 1 < indices; ++i)
    indexLoops.push_back(i);
  indexLoops.push_back(-1);
  return op.result(op.graph.gatherNd(op.input(0), dataLoops, op.input(1),
                                     indexLoops, /*clamp=*/false));
}

OnnxOp tenon::describeGatherND() {
  return {"GatherND",
          "data[a..., indices[a..., i..., :], b...]",
          {{.since = 11,
            .until = 11,
            .operands = {{"data"}, {"indices", kI64, 'I'}},
            .lower = lowerGatherND},
           {.since = 12,
            .operands = {{"data"}, {"indices", kI64, 'I'}},
            .attributes = {{"batch_dims", OnnxAttributeType::Int}},
            .lower = lowerGatherND}}};
}

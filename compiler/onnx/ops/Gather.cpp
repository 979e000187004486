// SPDX-License-Identifier: Apache-2.0
// Gather: along `axis`, the entries that `indices` names; negative indices
// count from the end.
// https://onnx.ai/onnx/operators/onnx__Gather.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerGather(OpImport &op) {
  FailureOr<int64_t> axis =
      op.normalizeAxis(op.intAttribute("axis", 0), op.rank(0));
  if (failed(axis))
    return failure();
  return op.result(op.graph.gather(op.input(0), op.input(1), *axis));
}

OnnxOp tenon::describeGather() {
  return {"Gather",
          "data[a..., indices[i...], b...]",
          {{.operands = {{"data"}, {"indices", kIndices, 'I'}},
            .attributes = {{"axis", OnnxAttributeType::Int}},
            .lower = lowerGather}}};
}

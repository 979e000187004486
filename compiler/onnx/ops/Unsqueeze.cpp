// SPDX-License-Identifier: Apache-2.0
// Unsqueeze: dimensions of size 1 inserted so that they stand at `axes` of
// the result.
// https://onnx.ai/onnx/operators/onnx__Unsqueeze.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerUnsqueeze(OpImport &op) {
  auto given = op.intsOperandOrAttribute(1, "axes");
  if (failed(given))
    return failure();
  int64_t rank = op.rank(0) + static_cast<int64_t>((*given)->size());
  auto axes = op.normalizeAxes(**given, rank);
  if (failed(axes))
    return failure();
  return op.result(op.graph.unsqueeze(op.input(0), *axes));
}

OnnxOp tenon::describeUnsqueeze() {
  return {"Unsqueeze",
          "data with dimensions of size 1 at axes",
          {{.until = 12,
            .operands = {{"data"}},
            .attributes = {{"axes", OnnxAttributeType::Ints, true}},
            .lower = lowerUnsqueeze},
           {.since = 13,
            .operands = {{"data"}, {"axes", kI64, 'A'}},
            .lower = lowerUnsqueeze}}};
}

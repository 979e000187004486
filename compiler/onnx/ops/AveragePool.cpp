// SPDX-License-Identifier: Apache-2.0
// AveragePool: the mean of each window, over the elements inside the operand
// or, with count_include_pad, over padding as well.
// https://onnx.ai/onnx/operators/onnx__AveragePool.html
#include "compiler/onnx/WindowAttributes.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerAveragePool(OpImport &op) {
  FailureOr<WindowShape> shape = poolingShape(op);
  if (failed(shape))
    return failure();
  bool padded = op.intAttribute("count_include_pad", 0) != 0;
  return op.result(
      op.graph.window(padded ? WindowKind::AveragePadded : WindowKind::Average,
                      op.input(0), {}, *shape));
}

OnnxOp tenon::describeAveragePool() {
  OnnxAttributeRow count{"count_include_pad", OnnxAttributeType::Int};
  OnnxAttributeRow ceil{"ceil_mode", OnnxAttributeType::Int};
  OnnxAttributeRow dilations{"dilations", OnnxAttributeType::Ints};
  return {"AveragePool",
          "the mean of each window",
          {{.until = 9,
            .operands = {{"X", kFloats}},
            .attributes = poolingAttributes({count}),
            .lower = lowerAveragePool},
           {.since = 10,
            .until = 18,
            .operands = {{"X", kFloats}},
            .attributes = poolingAttributes({count, ceil}),
            .lower = lowerAveragePool},
           {.since = 19,
            .operands = {{"X", kFloats}},
            .attributes = poolingAttributes({count, ceil, dilations}),
            .lower = lowerAveragePool}}};
}

// SPDX-License-Identifier: Apache-2.0
// LpPool: the p-norm of each window.
// https://onnx.ai/onnx/operators/onnx__LpPool.html
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"
#include "compiler/onnx/WindowAttributes.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerLpPool(OpImport &op) {
  FailureOr<WindowShape> shape = poolingShape(op);
  if (failed(shape))
    return failure();
  int64_t p = op.intAttribute("p", 2);
  Value powers = powerOf(op.graph, widenHalf(op.graph, op.input(0)), p);
  Value sum = op.graph.window(WindowKind::Sum, powers, {}, *shape);
  return op.result(op.graph.cast(rootOf(op.graph, sum, p), op.elementType(0)));
}

OnnxOp tenon::describeLpPool() {
  OnnxAttributeRow p{"p", OnnxAttributeType::Int};
  OnnxAttributeRow ceil{"ceil_mode", OnnxAttributeType::Int};
  OnnxAttributeRow dilations{"dilations", OnnxAttributeType::Ints};
  return {"LpPool",
          "(sum of |x|^p over each window)^(1/p)",
          {{.until = 17,
            .operands = {{"X", kFloats}},
            .attributes = poolingAttributes({p}),
            .lower = lowerLpPool},
           {.since = 18,
            .operands = {{"X", kFloats}},
            .attributes = poolingAttributes({p, ceil, dilations}),
            .lower = lowerLpPool}}};
}

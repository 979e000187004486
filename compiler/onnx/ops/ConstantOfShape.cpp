// SPDX-License-Identifier: Apache-2.0
// ConstantOfShape: one value (0.0 by default) repeated over the sizes of the
// operand.
// https://onnx.ai/onnx/operators/onnx__ConstantOfShape.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerConstantOfShape(OpImport &op) {
  FailureOr<Sizes> sizes = op.symbolicInts(0);
  if (failed(sizes))
    return failure();
  for (const IndexExpr &size : *sizes)
    if (size.constant().value_or(0) < 0)
      return op.invalid("size " + size.str() + " is negative");
  Value value = op.graph.scalar(0.0, Float32Type::get(op.graph.context()));
  if (op.hasAttribute("value")) {
    FailureOr<Value> given = op.tensorAttribute("value");
    if (failed(given))
      return failure();
    value = op.graph.reshape(*given, {}); // one element, or an error
    if (!value)
      return failure();
  }
  return op.result(op.graph.broadcast(value, *sizes));
}

OnnxOp tenon::describeConstantOfShape() {
  OnnxOpRow row;
  row.since = 9;
  row.operands = {{"input", kI64}};
  row.attributes = {{"value", OnnxAttributeType::Tensor}};
  row.lower = lowerConstantOfShape;
  return {"ConstantOfShape", "one value everywhere", {row}};
}

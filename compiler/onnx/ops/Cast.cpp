// SPDX-License-Identifier: Apache-2.0
// Cast: x in another type. Floats to integers round towards 0 (beyond the range
// ONNX leaves open: the nearest value), integers drop high bits, all but 0 is
// true. The newer attributes speak of 8-bit floats only.
// https://onnx.ai/onnx/operators/onnx__Cast.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerCast(OpImport &op) {
  FailureOr<Type> type = op.elementTypeOfNumber(op.intAttribute("to", 0));
  if (failed(type))
    return failure();
  return op.result(op.graph.cast(op.input(0), *type));
}

OnnxOp tenon::describeCast() {
  OnnxOpRow old;
  old.since = 6;
  old.until = 18;
  old.operands = {{"input"}};
  old.attributes = {{"to", OnnxAttributeType::Int, true}};
  old.lower = lowerCast;
  OnnxOpRow saturating = old;
  saturating.since = 19;
  saturating.until = 23;
  saturating.attributes.push_back({"saturate", OnnxAttributeType::Int});
  OnnxOpRow rounding = saturating;
  rounding.since = 24;
  rounding.until = kLatestOpset;
  rounding.attributes.push_back({"round_mode", OnnxAttributeType::String});
  return {"Cast", "x as type `to`", {old, saturating, rounding}};
}

// SPDX-License-Identifier: Apache-2.0
// CastLike: x in the type of another operand, converted as by Cast.
// https://onnx.ai/onnx/operators/onnx__CastLike.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerCastLike(OpImport &op) {
  return op.result(op.graph.cast(op.input(0), op.elementType(1)));
}

OnnxOp tenon::describeCastLike() {
  OnnxOpRow old;
  old.since = 15;
  old.until = 18;
  old.operands = {{"input"}, {"target_type", kAll, 'U'}};
  old.lower = lowerCastLike;
  OnnxOpRow saturating = old;
  saturating.since = 19;
  saturating.until = 23;
  saturating.attributes = {{"saturate", OnnxAttributeType::Int}};
  OnnxOpRow rounding = saturating;
  rounding.since = 24;
  rounding.until = kLatestOpset;
  rounding.attributes.push_back({"round_mode", OnnxAttributeType::String});
  return {"CastLike", "x as the type of y", {old, saturating, rounding}};
}

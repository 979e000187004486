// SPDX-License-Identifier: Apache-2.0
// Mod: the remainder with the sign of the divisor (integers), or under fmod
// that of C, with the sign of the dividend.
// https://onnx.ai/onnx/operators/onnx__Mod.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerMod(OpImport &op) {
  bool fmod = op.intAttribute("fmod", 0) != 0;
  if (!fmod && isa<FloatType>(op.elementType(0)))
    return op.invalid("floats need fmod", "set attribute 'fmod' to 1");
  ScalarFn fn = fmod ? ScalarFn::Fmod : ScalarFn::Mod;
  return op.result(op.graph.apply(fn, {op.input(0), op.input(1)}));
}

OnnxOp tenon::describeMod() {
  OnnxOpRow row;
  row.since = 10;
  row.operands = {{"A", kNumbers}, {"B", kNumbers}};
  row.attributes = {{"fmod", OnnxAttributeType::Int}};
  row.lower = lowerMod;
  return {"Mod", "a - b * floor(a / b), fmod: a - b * trunc(a / b)", {row}};
}

// SPDX-License-Identifier: Apache-2.0
// Rounding to integers: one instruction each, on every target.
#include "compiler/codegen/math/Lanes.h"
#include "compiler/codegen/math/MathFunctions.h"

using namespace mlir;

namespace tenon {

Value emitFloor(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::floor);
}

Value emitCeil(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::ceil);
}

Value emitTrunc(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::trunc);
}

Value emitRoundEven(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::roundEven);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// sigmoid(x) = 1 / (1 + e^-x). Written with e^-|x|, which cannot overflow: for
// negative x the quotient is e^x / (1 + e^x), accurate down to the denormals;
// written e^x - e^x * quotient, the error of rounding 1 + e^x is damped.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

using namespace mlir;

namespace tenon::lanes {
namespace {

Real sigmoid(Real x) {
  Real power = expOfNonPositive(-abs(x));
  Mask isNegative = x < 0.0;
  Real quotient = select(isNegative, power, x.constant(1.0)) / (power + 1.0);
  return select(isNegative, fma(-power, quotient, power), quotient);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitSigmoid(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::sigmoid);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// tanh(x) = t / (t + 2) with t = e^2x - 1, of |x|: t is accurate near 0, no
// step cancels, and one division is all. For small t, where rounding t + 2
// would cost most, the equal t/2 - t/2 * quotient damps the quotient's error.
// Beyond the argument where tanh rounds to 1, the argument stays there.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

using namespace mlir;

namespace tenon::lanes {
namespace {

/// tanh(x) rounds to 1 from here on: 1 - tanh(x) = 2 / (e^2x + 1) is below a
/// quarter of the unit in the last place of 1.
constexpr double kSaturated[] = {9.02, 19.1};

Real tanh(Real x) {
  Real magnitude = atMost(abs(x), kSaturated[x.isDouble()]);
  Real t = expm1OfPositive(magnitude + magnitude);
  Real quotient = t / (t + 2.0);
  Real half = t * 0.5;
  Real damped = fma(-half, quotient, half);
  return withSignOfPositive(select(t < 1.0, damped, quotient), x);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitTanh(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::tanh);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// tanh(x) = h / (h + 1) with h = (e^2x - 1) / 2, of |x|: h is accurate near 0,
// no step cancels, and one division is all. For small h, where rounding h + 1
// would cost most, the equal h - h * quotient damps the quotient's error.
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
  Real h = halfExpm1OfTwice(magnitude);
  Real quotient = h / (h + 1.0);
  Real damped = fma(-h, quotient, h);
  return withSignOfPositive(select(h < 0.5, damped, quotient), x);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitTanh(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::tanh);
}

} // namespace tenon

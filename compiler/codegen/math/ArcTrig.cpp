// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometry: odd minimax polynomials on a short interval, and the
// identities that bring an argument there:
//   atan(a) = pi/2 - atan(1/a),  asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)).
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

using namespace mlir;

namespace tenon::lanes {
namespace {

// Table atan: (atan(x) / x - 1) / x^2 in x^2 on [0, 1].
constexpr double kAtanSingle[] = {
    -0x1.55553ep-2, 0x1.9991e4p-3,  -0x1.242088p-3,
    0x1.c08c8ap-4,  -0x1.580a74p-4, 0x1.da31bp-5,
    -0x1.fd94f6p-6, 0x1.64476p-7,   -0x1.d3acbap-10};
constexpr double kAtanDouble[] = {
    -0x1.5555555555526p-2,  0x1.99999999955b2p-3,  -0x1.249249237f4f6p-3,
    0x1.c71c717fcd97ap-4,   -0x1.745d11ae567b1p-4, 0x1.3b136698ec9b9p-4,
    -0x1.110e511df75adp-4,  0x1.e1bba60cbea64p-5,  -0x1.ae5e7147eabp-5,
    0x1.82dad32bf2e7cp-5,   -0x1.59a3f4d09b988p-5, 0x1.2c2e4a0c287bap-5,
    -0x1.e9f9d8ae3a023p-6,  0x1.683c8f8efaf41p-6,  -0x1.c78f6c163a843p-7,
    0x1.d7b8ad23c540ep-8,   -0x1.7a392a90c800cp-9, 0x1.b3fa3ef5a9467p-11,
    -0x1.3f35e127820a5p-13, 0x1.bbed065dd8b86p-17};
// Table asin: (asin(x) / x - 1) / x^2 in x^2 on
// [0, kReflection].
constexpr double kAsinSingle[] = {0x1.555526p-3, 0x1.334932p-4, 0x1.6a59a4p-5,
                                  0x1.169daap-5, 0x1.b9e4acp-8, 0x1.84fc58p-5};
constexpr double kAsinDouble[] = {
    0x1.55555555554d9p-3,  0x1.333333334452ap-4,  0x1.6db6db6084e7bp-5,
    0x1.f1c7219319604p-6,  0x1.6e8b0be4e5de3p-6,  0x1.1c59f9131573fp-6,
    0x1.c878880cd095ap-7,  0x1.84b9a4ae08f13p-7,  0x1.fcff009c971b5p-8,
    0x1.1e5756da05a4cp-6,  -0x1.6292f03cee031p-6, 0x1.18c47d10c70a5p-4,
    -0x1.3a1696ba85305p-4, 0x1.e9c5b1e9c8957p-5};

/// From here on asin is taken of the reflected argument: above 0.55, twice the
/// reflected angle is below 1, and its error no more than that of the result.
constexpr double kReflection = 0.5625;

/// pi/2 as a sum of two f32 and of two f64.
constexpr double kHalfPiHigh[] = {0x1.921fb6p+0, 0x1.921fb54442d18p+0};
constexpr double kHalfPiLow[] = {-0x1.777a5cp-25, 0x1.1a62633145c07p-54};

/// k pi/2 - angle for a k of 1 or 2.
Real fromMultipleOfHalfPi(double k, Real angle) {
  int i = angle.isDouble();
  return k * kHalfPiHigh[i] - (angle - k * kHalfPiLow[i]);
}

/// x + x^3 P(x^2), given the square.
Real oddPolynomial(Real x, Real square, Table coefficients) {
  return fma(x * square, polynomial(square, coefficients), x);
}

/// atan of a number in [0, 1].
Real atanOfUnit(Real t) {
  return oddPolynomial(t, t * t, t.pick<Table>(kAtanSingle, kAtanDouble));
}

Real atan(Real x) {
  Real a = abs(x);
  Mask isLarge = a > 1.0;
  Real angle = atanOfUnit(select(isLarge, 1.0 / a, a));
  angle = select(isLarge, fromMultipleOfHalfPi(1, angle), angle);
  return withSignOfPositive(angle, x);
}

Real atan2(Real y, Real x) {
  Real a = abs(x), b = abs(y);
  Mask isSteep = b > a;
  Real larger = select(isSteep, b, a), smaller = select(isSteep, a, b);
  // Two zeros count as the angle 0, two infinities as the diagonal.
  Real equal = select(larger == 0.0, 0.0, 1.0, x);
  Real t = select(smaller == larger, equal, smaller / larger);
  Real angle = atanOfUnit(t);
  angle = select(isSteep, fromMultipleOfHalfPi(1, angle), angle);
  // The sign bit of x, since x = -0 counts as negative.
  Mask isLeft = x.bits() < 0;
  angle = select(isLeft, fromMultipleOfHalfPi(2, angle), angle);
  return withSignOfPositive(angle, y);
}

/// asin of the smaller of |x| and its reflection sqrt((1 - |x|) / 2), and
/// which of the two that is.
struct Reflected {
  Real angle;
  Mask isReflected;
};

Reflected reflect(Real x) {
  Real a = abs(x);
  Mask isReflected = a > kReflection;
  Real half = fma(a, -0.5, 0.5);
  Real square = select(isReflected, half, a * a);
  Real argument = select(isReflected, sqrt(half), a);
  Table table = x.pick<Table>(kAsinSingle, kAsinDouble);
  return {oddPolynomial(argument, square, table), isReflected};
}

Real asin(Real x) {
  auto [angle, isReflected] = reflect(x);
  Real outer = fromMultipleOfHalfPi(1, angle + angle);
  return withSignOfPositive(select(isReflected, outer, angle), x);
}

Real acos(Real x) {
  auto [angle, isReflected] = reflect(x);
  Real twice = angle + angle;
  Real outer = select(x < 0.0, fromMultipleOfHalfPi(2, twice), twice);
  Real inner = fromMultipleOfHalfPi(1, withSignOfPositive(angle, x));
  return select(isReflected, outer, inner);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitAsin(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::asin);
}

Value emitAcos(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::acos);
}

Value emitAtan(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::atan);
}

Value emitAtan2(OpBuilder &builder, Location loc, Value y, Value x) {
  return lanes::emitBinary(builder, loc, y, x, lanes::atan2);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometry: odd minimax polynomials on a short interval, and the
// identities that bring an argument there:
//   atan(a) = pi/2 - atan(1/a),  asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)).
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

using namespace mlir;

namespace tenon::lanes {
namespace {

// Table atan: (atan(x) / x - 1) / x^2 in x^2 on [0, 1]. 2^-28.3, 2^-57.1.
constexpr double kAtanSingle[] = {
    -0x1.55553cp-2, 0x1.999146p-3,  -0x1.2418b6p-3,
    0x1.c02f66p-4,  -0x1.56dca4p-4, 0x1.d5ca6ap-5,
    -0x1.f41e56p-6, 0x1.5969bcp-7,  -0x1.bf0792p-10};
constexpr double kAtanDouble[] = {
    -0x1.5555555555516p-2,  0x1.99999999940d5p-3,  -0x1.249249233279ep-3,
    0x1.c71c716dc0206p-4,   -0x1.745d1067fac2dp-4, 0x1.3b1357653f038p-4,
    -0x1.110dd24802dcbp-4,  0x1.e1b5a12c8d6c6p-5,  -0x1.ae4315b184c12p-5,
    0x1.827c04267be32p-5,   -0x1.58a660b2dcc99p-5, 0x1.2a1f6284a0557p-5,
    -0x1.e3526ed8006cbp-6,  0x1.5fe77f37793a1p-6,  -0x1.b7913b819f6d9p-7,
    0x1.c0a7812c8e951p-8,   -0x1.620b702715e2fp-9, 0x1.9138374cf3542p-11,
    -0x1.20946ef2b926bp-13, 0x1.8a07b501ea84ap-17};
// Table asin: (asin(x) / x - 1) / x^2 in x^2 on
// [0, kReflection]. 2^-28.9, 2^-57.8.
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
  int i = x.isDouble();
  Real a = abs(x), b = abs(y);
  Mask isSteep = b > a;
  Real larger = select(isSteep, b, a), smaller = select(isSteep, a, b);
  // Two zeros count as the angle 0, two infinities as the diagonal.
  Real equal = select(larger == 0.0, 0.0, 1.0, x);
  Real t = select(smaller == larger, equal, smaller / larger);
  // The angle is 0, pi/2 or pi, plus or minus that of t; the sign bit of x
  // counts, since x = -0 is on the left.
  Mask isLeft = x.bits() < 0;
  Real angle = atanOfUnit(t);
  angle = select(isSteep ^ isLeft, -angle, angle);
  auto origin = [&](const double *halfPi) {
    Real flat = select(isLeft, 2 * halfPi[i], 0.0, x);
    return select(isSteep, halfPi[i], flat);
  };
  angle = origin(kHalfPiHigh) + (angle + origin(kHalfPiLow));
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

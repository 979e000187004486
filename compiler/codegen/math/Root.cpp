// SPDX-License-Identifier: Apache-2.0
// Square and cube roots. The square root is an instruction of every target.
// The cube root starts from the exponent and mantissa divided by 3 as one
// integer, refines y = x^(-1/3) without division, and ends with one Newton
// step on x y^2 whose residual is computed exactly.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

#include <limits>

using namespace mlir;

namespace tenon::lanes {
namespace {

Real rsqrt(Real x) { return 1.0 / sqrt(x); }

/// About a third, short by less than 2^-16 of `a`: a geometric series.
Integer third(Integer a) {
  Integer sum = a >> 2;
  sum = sum + (sum >> 2);
  sum = sum + (sum >> 4);
  return sum + (sum >> 8);
}

/// An estimate of x^(-1/3) from the bits of x, read as a logarithm; the
/// constant (4/3 of the bits of 1, less a little) makes the largest relative
/// error smallest, 3.5%: found by search.
Real inverseCubeRootEstimate(Real x) {
  constexpr int64_t kSingle = 0x54a1e000;
  constexpr int64_t kDouble = 0x553ed40000000000;
  Integer bits = x.bits();
  return (bits.constant(x.pick(kSingle, kDouble)) - third(bits)).asReal();
}

/// Multiplies y by (1 - h)^(-1/3), h = 1 - x y^3, to the fourth order: the
/// series 1 + h/3 + 2h^2/9 + 14h^3/81.
Real refineInverse(Real x, Real y) {
  Real h = fma(-(x * y), y * y, 1.0);
  Real correction = polynomial(h, {1.0 / 3, 2.0 / 9, 14.0 / 81});
  return fma(y * h, correction, y);
}

Real cbrt(Real x) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  // Denormals are scaled by a cube; no intermediate leaves the normal range.
  Real magnitude = abs(x);
  Mask isTiny = magnitude < x.pick(0x1p-100, 0x1p-1000);
  Real a = select(isTiny, magnitude * x.pick(0x1p60, 0x1p300), magnitude);

  Real y = inverseCubeRootEstimate(a);
  y = refineInverse(a, y); // relative error 2^-15.9
  if (x.isDouble())
    y = refineInverse(a, y);
  Real root = a * y * y;
  Real square = root * root;
  Real squareError = fma(root, root, -square);
  Real residual = fma(-square, root, a);
  residual = fma(-squareError, root, residual);
  root = fma(residual, y * y * (1.0 / 3), root);

  root = root * select(isTiny, x.pick(0x1p-20, 0x1p-100), 1.0, x);
  root = withSignOfPositive(abs(root), x);
  return select((magnitude < kInfinity) & (x != 0.0), root, x);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitSqrt(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::sqrt);
}

Value emitRsqrt(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::rsqrt);
}

Value emitCbrt(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::cbrt);
}

} // namespace tenon

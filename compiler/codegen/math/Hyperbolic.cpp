// SPDX-License-Identifier: Apache-2.0
// sinh, cosh and their inverses. Sums of e^x and e^-x where those do not
// cancel, a polynomial for sinh near 0; the inverses are logarithms that
// log1p takes near its zero. The inverses of f32 are computed in f64 and
// rounded: they are rare, and in f32 their inner sums would need two numbers
// each to stay within 2 ulp.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

#include <limits>

using namespace mlir;

namespace tenon::lanes {
namespace {

// Table sinh: (sinh(x) / x - 1) / x^2 in x^2 on [0, 1]. 2^-31.6, 2^-62.9.
constexpr double kSinhSingle[] = {0x1.555556p-3, 0x1.1110ep-7, 0x1.a022bcp-13,
                                  0x1.756c2p-19};
constexpr double kSinhDouble[] = {0x1.5555555555555p-3,  0x1.111111111119bp-7,
                                  0x1.a01a01a00735cp-13, 0x1.71de3a68d00fcp-19,
                                  0x1.ae644122d013ap-26, 0x1.61314d25907b8p-33,
                                  0x1.a66577d297eccp-41, 0x1.d297354f6d358p-48};

constexpr double kLn2 = 0x1.62e42fefa39efp-1;

Real sinh(Real x) {
  Real magnitude = abs(x);
  Real square = magnitude * magnitude;
  Real near = polynomial(square, x.pick<Table>(kSinhSingle, kSinhDouble));
  near = fma(magnitude * square, near, magnitude);
  Real half = halfExp(magnitude);
  Real far = half - 0.25 / half;
  return withSignOfPositive(select(magnitude < 1.0, near, far), x);
}

Real cosh(Real x) {
  Real half = halfExp(abs(x));
  return half + 0.25 / half;
}

/// Beyond it a^2 + 1 counts as a^2, which may overflow: log(2a) then.
constexpr double kHuge = 0x1p28;

Real asinhOfDouble(Real x) {
  Real a = abs(x);
  // a + sqrt(a^2 + 1) - 1, without cancellation.
  Real square = a * a;
  Real inner = a + square / (sqrt(square + 1.0) + 1.0);
  Mask isHuge = a > kHuge;
  Real result = log1p(select(isHuge, a - 1.0, inner));
  return withSignOf(select(isHuge, result + kLn2, result), x);
}

Real acoshOfDouble(Real x) {
  // x + sqrt(x^2 - 1) - 1, without cancellation.
  Real t = x - 1.0;
  Real inner = t + sqrt(fma(t, t, t + t));
  Mask isHuge = x > kHuge;
  Real result = log1p(select(isHuge, t, inner));
  result = select(isHuge, result + kLn2, result);
  return select(x < 1.0, std::numeric_limits<double>::quiet_NaN(), result);
}

Real atanhOfDouble(Real x) {
  Real a = abs(x);
  Real result = log1p((a + a) / (1.0 - a)) * 0.5;
  return withSignOf(result, x);
}

template <UnaryFunction function> Real throughDouble(Real x) {
  return x.isDouble() ? function(x) : toSingle(function(toDouble(x)));
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitSinh(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::sinh);
}

Value emitCosh(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::cosh);
}

Value emitAsinh(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x,
                          lanes::throughDouble<lanes::asinhOfDouble>);
}

Value emitAcosh(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x,
                          lanes::throughDouble<lanes::acoshOfDouble>);
}

Value emitAtanh(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x,
                          lanes::throughDouble<lanes::atanhOfDouble>);
}

} // namespace tenon

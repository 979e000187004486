// SPDX-License-Identifier: Apache-2.0
// exp, exp2 and expm1. Each writes x = n ln2 + r with |r| <= ln2 / 2, takes a
// minimax polynomial in r and multiplies by 2^n. Reduction with two constants:
// Cody & Waite, Software Manual for the Elementary Functions, 1980, chapter 6;
// the first product is exact inside the fma, so no bits of ln2 are held back.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

#include <cmath>

using namespace mlir;

namespace tenon::lanes {
namespace {

constexpr double kLog2OfE = 0x1.71547652b82fep+0;
/// ln2 as a sum of two f32 and of two f64.
constexpr double kLn2High[] = {0x1.62e43p-1, 0x1.62e42fefa39efp-1};
constexpr double kLn2Low[] = {-0x1.05c61p-29, 0x1.abc9e3b39803fp-56};

// Table exp: e^r. 2^-28.2, 2^-57.8.
constexpr double kExpSingle[] = {0x1p0,         0x1p0,         0x1.fffffcp-2,
                                 0x1.55548cp-3, 0x1.555858p-5, 0x1.123de6p-7,
                                 0x1.6ac834p-10};
constexpr double kExpDouble[] = {0x1p0,
                                 0x1p0,
                                 0x1.000000000000ap-1,
                                 0x1.5555555555515p-3,
                                 0x1.555555555081ap-5,
                                 0x1.1111111122ef9p-7,
                                 0x1.6c16c18417d6dp-10,
                                 0x1.a01a013dde751p-13,
                                 0x1.a0199a68aad6p-16,
                                 0x1.71df0340b741ep-19,
                                 0x1.28ad0d18e9ebep-22,
                                 0x1.adaac7c451521p-26};
// Table exp2: 2^r on [-0.5, 0.5]. 2^-31.3, 2^-59.7.
constexpr double kExp2Single[] = {0x1p0,          0x1.62e43p-1,  0x1.ebfbep-3,
                                  0x1.c6b058p-5,  0x1.3b2a54p-7, 0x1.5dc5e2p-10,
                                  0x1.441778p-13, 0x1.b4d6c8p-17};
constexpr double kExp2Double[] = {0x1p0,
                                  0x1.62e42fefa39efp-1,
                                  0x1.ebfbdff82c58ep-3,
                                  0x1.c6b08d704a1c3p-5,
                                  0x1.3b2ab6fba527p-7,
                                  0x1.5d87fe7879ec9p-10,
                                  0x1.430912f6d4716p-13,
                                  0x1.ffcbfd254dfa5p-17,
                                  0x1.62c02a464d3a8p-20,
                                  0x1.b5238ac2a5079p-24,
                                  0x1.e4aca2df4c329p-28,
                                  0x1.ebdcab12c8b9dp-32,
                                  0x1.f9783e0289f0ep-36};
// Table expm1: (e^r - 1 - r) / r^2. 2^-28.7, 2^-61.4.
constexpr double kExpm1Single[] = {0x1p-1,         0x1.555554p-3,
                                   0x1.5554b2p-5,  0x1.111188p-7,
                                   0x1.6d71fap-10, 0x1.a03364p-13};
constexpr double kExpm1Double[] = {0x1p-1,
                                   0x1.5555555555559p-3,
                                   0x1.5555555555559p-5,
                                   0x1.111111110f6f7p-7,
                                   0x1.6c16c16c164bdp-10,
                                   0x1.a01a01afbec4p-13,
                                   0x1.a01a01a17d1b2p-16,
                                   0x1.71ddf899ac6e1p-19,
                                   0x1.27e4ec9f2e97cp-22,
                                   0x1.af5e921593ad3p-26,
                                   0x1.1f540e646bbacp-29};
// Table half_expm1: ((e^2r - 1) / 2 - r) / r^2. 2^-28.7, 2^-61.4.
constexpr double kHalfExpm1Single[] = {0x1p0,         0x1.555554p-1,
                                       0x1.5554b2p-2, 0x1.111188p-3,
                                       0x1.6d71fap-5, 0x1.a03364p-7};
constexpr double kHalfExpm1Double[] = {0x1p0,
                                       0x1.5555555555559p-1,
                                       0x1.5555555555559p-2,
                                       0x1.111111110f6f7p-3,
                                       0x1.6c16c16c164bdp-5,
                                       0x1.a01a01afbec4p-7,
                                       0x1.a01a01a17d1b2p-9,
                                       0x1.71ddf899ac6e1p-11,
                                       0x1.27e4ec9f2e97cp-13,
                                       0x1.af5e921593ad3p-16,
                                       0x1.1f540e646bbacp-18};

/// x = n ln2 + rest.
struct Reduced {
  /// n + offset, in the low bits.
  Integer shifted;
  Real rest;
};

/// n is x / ln2 to the nearest integer, by adding a number so large that the
/// sum keeps no fraction; `offset` is added to the integer form. A `unit` that
/// is a power of two takes the place of ln2 by unit * ln2.
Reduced reduceByLn2(Real x, int64_t offset, double unit = 1) {
  double shift = x.format().roundingShift() + offset;
  Real sum = fma(x, kLog2OfE / unit, shift);
  Real n = sum - shift;
  Real rest = fma(n, -unit * kLn2High[x.isDouble()], x);
  rest = fma(n, -unit * kLn2Low[x.isDouble()], rest);
  return {sum.bits(), rest};
}

/// 2^n from an n + exponentBias in the low bits.
Real powerFromShifted(Integer shifted, FloatFormat format) {
  return (shifted << format.mantissaBits).asReal();
}

/// `a` times 2^n where the result may overflow or be denormal: 2^n is split
/// into two normal powers. `shifted` is n + 2 exponentBias in its low bits, so
/// that both halves come out biased. The first product is exact.
Real scaleTwice(Real a, Integer shifted) {
  int64_t mantissaBits = a.format().mantissaBits;
  Integer first = (shifted >> 1) << mantissaBits;
  Integer second = (shifted << mantissaBits) - first;
  return a * first.asReal() * second.asReal();
}

/// e^x 2^-halvings.
Real expReduced(Real x, int64_t halvings = 0) {
  Reduced reduced = reduceByLn2(x, 2 * x.format().exponentBias - halvings);
  Real power = polynomial(reduced.rest, x.pick<Table>(kExpSingle, kExpDouble));
  return scaleTwice(power, reduced.shifted);
}

/// Arguments beyond which the result is infinite or rounds to zero.
constexpr double kExpHighest[] = {89.0, 710.0};
constexpr double kExpLowest[] = {-104.0, -746.0};

Real exp2(Real x) {
  x = atMost(x, x.pick(128.0, 1024.0));
  x = atLeast(x, x.pick(-151.0, -1076.0));
  return exp2OfSum(x, std::nullopt);
}

/// (e^r - 1) * 2^n + (2^n - one), where 2^n = `scale`: with one = 1 the
/// function itself, whose parts do not cancel.
Real expm1Scaled(Real r, Real scale, Operand one) {
  Real tail = polynomial(r, r.pick<Table>(kExpm1Single, kExpm1Double));
  return fma(fma(r * r, tail, r), scale, scale - one);
}

Real expm1(Real x) {
  FloatFormat format = x.format();
  Real bounded = atMost(x, kExpHighest[x.isDouble()]);
  bounded = atLeast(bounded, x.pick(-20.0, -40.0));
  Reduced reduced = reduceByLn2(bounded, format.exponentBias);
  // Far up, a factor 2^32 waits until the end: 2^n alone would overflow
  // before the result does.
  constexpr int64_t kHeldBack = 32;
  Mask isLarge = bounded > x.pick(44.0, 350.0);
  Integer n = select(isLarge, reduced.shifted - kHeldBack, reduced.shifted);
  Real scale = powerFromShifted(n, format);
  Real one = select(isLarge, 0x1p-32, 1.0, x);
  Real factor = select(isLarge, 0x1p32, 1.0, x);
  Real result = expm1Scaled(reduced.rest, scale, one) * factor;
  return withSignOf(result, x);
}

} // namespace

Real exp(Real x) {
  x = atMost(x, kExpHighest[x.isDouble()]);
  return expReduced(atLeast(x, kExpLowest[x.isDouble()]));
}

Real expOfNonPositive(Real x) {
  // One normal power, 2^heldBack times too large, reaches all results.
  FloatFormat format = x.format();
  int64_t heldBack = (format.exponentBias + 1) / 2;
  x = atLeast(x, kExpLowest[x.isDouble()]);
  Reduced reduced = reduceByLn2(x, format.exponentBias + heldBack);
  Real power = polynomial(reduced.rest, x.pick<Table>(kExpSingle, kExpDouble));
  Real scale = powerFromShifted(reduced.shifted, format);
  return power * scale * std::ldexp(1.0, -heldBack);
}

Real halfExp(Real x) {
  x = atMost(x, x.pick(90.0, 711.0));
  return expReduced(x, 1);
}

Real exp2OfSum(Real x, std::optional<Real> rest) {
  double shift = x.format().roundingShift() + 2 * x.format().exponentBias;
  Real sum = x + shift;
  Real fraction = x - (sum - shift);
  if (rest)
    fraction = fraction + *rest;
  Real power = polynomial(fraction, x.pick<Table>(kExp2Single, kExp2Double));
  return scaleTwice(power, sum.bits());
}

Real halfExpm1OfTwice(Real x) {
  FloatFormat format = x.format();
  Reduced reduced = reduceByLn2(x, format.exponentBias, 0.5);
  Real r = reduced.rest;
  Table table = x.pick<Table>(kHalfExpm1Single, kHalfExpm1Double);
  Real small = fma(r * r, polynomial(r, table), r);
  Real scale = powerFromShifted(reduced.shifted, format);
  return fma(small, scale, fma(scale, 0.5, -0.5));
}

} // namespace tenon::lanes

namespace tenon {

Value emitExp(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::exp);
}

Value emitExpOfNonPositive(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::expOfNonPositive);
}

Value emitExp2(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::exp2);
}

Value emitExpm1(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::expm1);
}

} // namespace tenon

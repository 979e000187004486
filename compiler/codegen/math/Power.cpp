// SPDX-License-Identifier: Apache-2.0
// x^y = 2^(y log2|x|). The product may be as large as 150 (f32) or 1075 (f64)
// and its absolute error becomes the relative error of the result, so the
// logarithm is carried as a sum of two numbers, high + low: twice the digits.
//   log2(m 2^e) = e + 2/ln2 (s + s^3/3 + s^5 R(s^2)),  s = (m - 1) / (m + 1)
// The s and s^3/3 terms are computed in two numbers, the rest in one.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace tenon::lanes {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Table atanh_tail: (atanh(s) / s - 1 - s^2 / 3) / s^4 in s^2. 2^-36.7,
// 2^-73.4.
constexpr double kTailSingle[] = {0x1.999ap-3, 0x1.245278p-3, 0x1.dfa3bap-4};
constexpr double kTailDouble[] = {0x1.9999999999996p-3, 0x1.2492492492f54p-3,
                                  0x1.c71c71c595effp-4, 0x1.745d1829bc951p-4,
                                  0x1.3b1364a89ec0cp-4, 0x1.112074c3d5df6p-4,
                                  0x1.de3c76cf053b9p-5, 0x1.eace820df94cbp-5};

/// A number as an unevaluated sum; low is at most about the last place of high.
struct Pair {
  Real high;
  Real low;
};

/// Constants as such sums, for f32 and f64.
struct PairConstant {
  double high[2];
  double low[2];
};
constexpr PairConstant kThird = {{0x1.555556p-2, 0x1.5555555555555p-2},
                                 {-0x1.555556p-27, 0x1.5555555555555p-56}};
constexpr PairConstant kTwoOverLn2 = {{0x1.715476p+1, 0x1.71547652b82fep+1},
                                      {0x1.4ae0cp-25, 0x1.777d0ffda0d24p-55}};

Pair constantPair(const PairConstant &constant, Real like) {
  int i = like.isDouble();
  return {like.constant(constant.high[i]), like.constant(constant.low[i])};
}

/// Exact when |a| >= |b| or a is 0 (Dekker, Numerische Mathematik 18, 1971).
Pair addOrdered(Real a, Real b) {
  Real sum = a + b;
  return {sum, b - (sum - a)};
}

Pair multiply(Pair a, Pair b) {
  Real high = a.high * b.high;
  Real low = fma(a.high, b.high, -high);
  low = fma(a.high, b.low, low);
  return {high, fma(a.low, b.high, low)};
}

/// log2(a) for 0 < a < inf.
Pair log2OfPositive(Real a) {
  FloatFormat format = a.format();
  Mask isNormal = a >= a.pick(0x1p-126, 0x1p-1022);
  double mantissaBits = format.mantissaBits;
  Real scaled = select(isNormal, a, a * std::ldexp(1.0, format.mantissaBits));
  Integer bits = scaled.bits();
  Integer exponent = (bits - bitsOfRootHalf(a)) >> format.mantissaBits;
  Real m = (bits - (exponent << format.mantissaBits)).asReal();
  Real e = exponent.toReal() - select(isNormal, 0.0, mantissaBits, a);

  // s = (m - 1) / (m + 1), the quotient's rounding error by its residual.
  Real numerator = m - 1.0; // exact
  Pair denominator = addOrdered(m.constant(1.0), m);
  Real inverse = 1.0 / denominator.high;
  Real quotient = numerator * inverse;
  Real residual = fma(-quotient, denominator.high, numerator);
  residual = fma(-quotient, denominator.low, residual);
  Pair s = {quotient, residual * inverse};

  // series = s^2/3 + s^4 R(s^2), then s + s series.
  Pair square = multiply(s, s);
  Real tail = polynomial(square.high, a.pick<Table>(kTailSingle, kTailDouble));
  Pair series = multiply(square, constantPair(kThird, a));
  series.low = fma(square.high * square.high, tail, series.low);
  Pair product = multiply(s, series);
  Pair sum = addOrdered(s.high, product.high);
  sum.low = sum.low + (s.low + product.low);

  Pair scaledSum = multiply(sum, constantPair(kTwoOverLn2, a));
  Pair result = addOrdered(e, scaledSum.high);
  // The low parts hold all of s^5 R: only this sum makes them small.
  return addOrdered(result.high, result.low + scaledSum.low);
}

/// |x|^y, with what the infinities of a product y log2|x| ask for.
Real powerOfMagnitude(Real a, Real y) {
  Pair logarithm = log2OfPositive(a);
  // log2 of 0, infinity and NaN, which the reduction does not know.
  Real high = select(a < kInfinity, logarithm.high, a);
  high = select(a == 0.0, -kInfinity, high);

  y = select(a == 1.0, 0.0, y); // infinities too: 1^y = 1
  Real product = y * high;
  Real bounded = atMost(product, a.pick(130.0, 1026.0));
  bounded = atLeast(bounded, a.pick(-152.0, -1077.0));
  Real rest = fma(y, logarithm.low, fma(y, high, -product));
  rest = select(bounded == product, rest, 0.0);
  return exp2OfSum(bounded, rest);
}

Real power(Real x, Real y) {
  FloatFormat format = x.format();
  Real result = powerOfMagnitude(abs(x), y);

  Real half = y * 0.5;
  Mask isInteger = floor(y) == y;
  Mask isOdd = isInteger & (floor(half) != half);
  Integer sign = x.bits() & format.signMask();
  sign = select(isOdd, sign, 0);
  result = (result.bits() | sign).asReal();

  Mask isUndefined = (x < 0.0) & (x > -kInfinity) & (floor(y) != y);
  result = select(isUndefined | isNan(y), kNan, result);
  return select((y == 0.0) | (x == 1.0), 1.0, result);
}

Real identity(Real x) { return x; }
Real square(Real x) { return x * x; }
Real cube(Real x) { return x * x * x; }
Real reciprocal(Real x) { return 1.0 / x; }

/// x^(1/2), which is not quite the square root: pow(-0, 1/2) is 0, and
/// pow(-inf, 1/2) infinite.
Real squareRoot(Real x) {
  return select(x == -kInfinity, kInfinity, sqrt(x + 0.0));
}

/// Exponents that models use most, and their few instructions.
struct SimplePower {
  double exponent;
  UnaryFunction function;
};
constexpr SimplePower kSimplePowers[] = {
    {1, identity}, {2, square}, {3, cube}, {-1, reciprocal}, {0.5, squareRoot}};

/// The function of a constant exponent; null for others.
UnaryFunction simplePower(Value exponent) {
  FloatAttr number;
  DenseElementsAttr elements;
  if (matchPattern(exponent, m_Constant(&elements)) && elements.isSplat())
    number = elements.getSplatValue<FloatAttr>();
  else if (!matchPattern(exponent, m_Constant(&number)))
    return nullptr;
  for (const SimplePower &power : kSimplePowers)
    if (number.getValueAsDouble() == power.exponent)
      return power.function;
  return nullptr;
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitPower(OpBuilder &builder, Location loc, Value x, Value y) {
  if (lanes::UnaryFunction function = lanes::simplePower(y))
    return lanes::emitUnary(builder, loc, x, function);
  return lanes::emitBinary(builder, loc, x, y, lanes::power);
}

} // namespace tenon

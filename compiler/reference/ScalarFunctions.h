// SPDX-License-Identifier: Apache-2.0
// The scalar functions of the graph IR, as their definitions: one line each.
// Reals are double; integers are int64 or uint64, whose results the caller
// wraps to the width of the type.
#ifndef TENON_COMPILER_REFERENCE_SCALARFUNCTIONS_H
#define TENON_COMPILER_REFERENCE_SCALARFUNCTIONS_H

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tenon::reference {

// clang-format off
//===--- One real operand -------------------------------------------------===//
namespace real {

inline double neg(double x) { return -x; }
inline double abs(double x) { return std::fabs(x); }
inline double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; } // NaN: NaN
inline double exp(double x) { return std::exp(x); }
inline double log(double x) { return std::log(x); }
inline double log1p(double x) { return std::log1p(x); }
inline double expm1(double x) { return std::expm1(x); }
inline double sqrt(double x) { return std::sqrt(x); }
inline double reciprocal(double x) { return 1 / x; }
inline double tanh(double x) { return std::tanh(x); }
inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
inline double erf(double x) { return std::erf(x); }
inline double sin(double x) { return std::sin(x); }
inline double cos(double x) { return std::cos(x); }
inline double tan(double x) { return std::tan(x); }
inline double asin(double x) { return std::asin(x); }
inline double acos(double x) { return std::acos(x); }
inline double atan(double x) { return std::atan(x); }
inline double sinh(double x) { return std::sinh(x); }
inline double cosh(double x) { return std::cosh(x); }
inline double asinh(double x) { return std::asinh(x); }
inline double acosh(double x) { return std::acosh(x); }
inline double atanh(double x) { return std::atanh(x); }
inline double floor(double x) { return std::floor(x); }
inline double ceil(double x) { return std::ceil(x); }
inline double round(double x) { return std::rint(x); } // half to even
inline double trunc(double x) { return std::trunc(x); }
inline int64_t isNan(double x) { return std::isnan(x); }
inline int64_t isInf(double x) { return std::isinf(x); }

//===--- Two real operands ------------------------------------------------===//

inline bool anyNan(double a, double b) { return std::isnan(a) || std::isnan(b); }
inline double nan() { return std::numeric_limits<double>::quiet_NaN(); }

inline double add(double a, double b) { return a + b; }
inline double sub(double a, double b) { return a - b; }
inline double mul(double a, double b) { return a * b; }
inline double div(double a, double b) { return a / b; }
inline double pow(double a, double b) { return std::pow(a, b); }
inline double min(double a, double b) { return anyNan(a, b) ? nan() : b < a ? b : a; }
inline double max(double a, double b) { return anyNan(a, b) ? nan() : b > a ? b : a; }
inline double fmod(double a, double b) { return std::fmod(a, b); }
inline double mod(double a, double b) {
  double rest = std::fmod(a, b); // has the sign of a
  if (rest != 0 && (rest < 0) != (b < 0))
    return rest + b;
  return rest == 0 ? std::copysign(rest, b) : rest;
}

} // namespace real

//===--- Integers ---------------------------------------------------------===//
// T is int64_t or uint64_t. Arithmetic is done unsigned, where it wraps.
namespace whole {

using Bits = uint64_t;

template <typename T> T neg(T x) { return T(Bits(0) - Bits(x)); }
template <typename T> T abs(T x) { return x < T(0) ? neg(x) : x; }
template <typename T> T sign(T x) { return x > T(0) ? 1 : x < T(0) ? T(-1) : 0; }
template <typename T> T invert(T x) { return ~x; }
template <typename T> T same(T x) { return x; } // floor, ceil, round, trunc

template <typename T> T add(T a, T b) { return T(Bits(a) + Bits(b)); }
template <typename T> T sub(T a, T b) { return T(Bits(a) - Bits(b)); }
template <typename T> T mul(T a, T b) { return T(Bits(a) * Bits(b)); }
template <typename T> bool isMinusOne(T b) { return std::is_signed_v<T> && b == T(-1); }
template <typename T> T div(T a, T b) { return b == 0 ? 0 : isMinusOne(b) ? neg(a) : a / b; }
template <typename T> T fmod(T a, T b) { return b == 0 || isMinusOne(b) ? 0 : a % b; }
template <typename T> T mod(T a, T b) {
  T rest = fmod(a, b); // has the sign of a
  return rest != 0 && (rest < T(0)) != (b < T(0)) ? rest + b : rest;
}
/// A negative power of anything but 1 and -1 is less than one: 0.
template <typename T> T pow(T a, T b) {
  if (b < T(0))
    return a == T(1) ? 1 : a == T(-1) ? (b & 1 ? a : 1) : 0;
  T product = 1;
  for (Bits left = b; left; left >>= 1, a = mul(a, a))
    product = left & 1 ? mul(product, a) : product;
  return product;
}
template <typename T> T bitAnd(T a, T b) { return a & b; }
template <typename T> T bitOr(T a, T b) { return a | b; }
template <typename T> T bitXor(T a, T b) { return a ^ b; }
template <typename T> T min(T a, T b) { return b < a ? b : a; }
template <typename T> T max(T a, T b) { return b > a ? b : a; }
// A shift by the width or more, or by less than nothing, leaves 0.
template <typename T> T shiftLeft(T a, T by, Bits width) { return Bits(by) < width ? T(Bits(a) << by) : 0; }
template <typename T> T shiftRight(T a, T by, Bits width) { return Bits(by) < width ? a >> by : 0; }

} // namespace whole

//===--- Comparisons, of reals and integers; NaN is unequal to all --------===//
namespace compare {

template <typename T> int64_t equal(T a, T b) { return a == b; }
template <typename T> int64_t notEqual(T a, T b) { return a != b; }
template <typename T> int64_t less(T a, T b) { return a < b; }
template <typename T> int64_t lessEqual(T a, T b) { return a <= b; }
template <typename T> int64_t greater(T a, T b) { return a > b; }
template <typename T> int64_t greaterEqual(T a, T b) { return a >= b; }

} // namespace compare
// clang-format on

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_SCALARFUNCTIONS_H

// SPDX-License-Identifier: Apache-2.0
// The distance of a result from the exact one, in units of the result type's
// last place at the exact value: 0.5 at most when correctly rounded.
#ifndef TENON_TEST_UNIT_MATH_ULPERROR_H
#define TENON_TEST_UNIT_MATH_ULPERROR_H

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenon::test {

/// A binary format: bits of the significand with the leading 1, and the
/// exponents of std::frexp of its smallest normal and largest number.
struct UlpFormat {
  int significandBits;
  int minExponent;
  int maxExponent;
};
template <typename T>
inline constexpr UlpFormat kUlpFormatOf = {
    std::numeric_limits<T>::digits, std::numeric_limits<T>::min_exponent,
    std::numeric_limits<T>::max_exponent};
inline constexpr UlpFormat kHalfFormat = {11, -13, 16};
inline constexpr UlpFormat kBFloatFormat = {8, -125, 128};

/// What counts as wrong whatever the tolerance.
inline constexpr double kWrong = 1e30;

/// `got` against the exact value; `Exact` has a wider range and precision. A
/// zero must have the sign of the exact value. An infinity stands for the
/// power of two that it rounds from.
template <typename Exact>
double ulpError(Exact got, Exact exact, UlpFormat format) {
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) && std::isnan(got) ? 0 : kWrong;
  Exact limit = std::ldexp(Exact(1), format.maxExponent);
  if (std::isinf(exact))
    return got == exact ? 0 : kWrong;
  if (exact == 0 || got == 0)
    if (std::signbit(exact) != std::signbit(got))
      return kWrong;
  if (std::isinf(got))
    got = std::copysign(limit, got);
  if (std::abs(exact) > limit)
    exact = std::copysign(limit, exact);
  int exponent = format.minExponent;
  if (exact != 0)
    std::frexp(exact, &exponent);
  exponent = std::clamp(exponent, format.minExponent, format.maxExponent);
  Exact place = std::ldexp(Exact(1), exponent - format.significandBits);
  return double(std::abs(got - exact) / place);
}

} // namespace tenon::test

#endif // TENON_TEST_UNIT_MATH_ULPERROR_H

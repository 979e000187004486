// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic on sizes that says so when a result does not fit int64.
//
// Every size in an engine or from a caller is computed with these: a product
// that wraps is how a small buffer comes to claim a huge shape.
#ifndef TENON_FORMAT_CHECKEDMATH_H
#define TENON_FORMAT_CHECKEDMATH_H

#include <cstdint>
#include <optional>

namespace tenon::format {

inline std::optional<int64_t> checkedAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum))
    return std::nullopt;
  return sum;
}

inline std::optional<int64_t> checkedSub(int64_t a, int64_t b) {
  int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference))
    return std::nullopt;
  return difference;
}

inline std::optional<int64_t> checkedMul(int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    return std::nullopt;
  return product;
}

/// Quotient rounded towards minus infinity. The divisor is positive.
inline int64_t floorDivide(int64_t a, int64_t positive) {
  return a / positive - (a % positive < 0 ? 1 : 0);
}

/// Quotient rounded towards plus infinity. The divisor is positive.
inline int64_t ceilDivide(int64_t a, int64_t positive) {
  return a / positive + (a % positive > 0 ? 1 : 0);
}

/// Remainder of floorDivide: never negative. The divisor is positive.
inline int64_t floorRemainder(int64_t a, int64_t positive) {
  int64_t rest = a % positive;
  return rest < 0 ? rest + positive : rest;
}

/// The multiple of `alignment` (a power of two) at or above `value`; nothing
/// when it does not fit.
inline std::optional<int64_t> checkedAlign(int64_t value, int64_t alignment) {
  std::optional<int64_t> top = checkedAdd(value, alignment - 1);
  if (!top)
    return std::nullopt;
  return *top & ~(alignment - 1);
}

} // namespace tenon::format

#endif // TENON_FORMAT_CHECKEDMATH_H

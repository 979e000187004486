// SPDX-License-Identifier: Apache-2.0
// f16 and bf16 computed in double by their definition, to judge what kernels
// make of them.
#ifndef TENON_TEST_UNIT_TARGET_NARROWFORMAT_H
#define TENON_TEST_UNIT_TARGET_NARROWFORMAT_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace tenon::test {

/// A binary format of 16 bits, with denormals, infinities and NaN.
struct NarrowFormat {
  std::string name; ///< As MLIR writes the type.
  int fractionBits; ///< Stored digits after the point.
  int exponentBias;

  uint16_t infinity() const {
    return uint16_t(0x7fff >> fractionBits << fractionBits);
  }

  double decode(uint16_t bits) const {
    int exponent = (bits & 0x7fff) >> fractionBits;
    int fraction = bits & ((1 << fractionBits) - 1);
    double sign = bits & 0x8000 ? -1.0 : 1.0;
    if (exponent == infinity() >> fractionBits)
      return fraction
                 ? std::copysign(std::numeric_limits<double>::quiet_NaN(), sign)
                 : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0)
      return sign * std::ldexp(fraction, 1 - exponentBias - fractionBits);
    return sign * std::ldexp(fraction + (1 << fractionBits),
                             exponent - exponentBias - fractionBits);
  }

  /// To nearest, ties to even. NaN becomes the quiet one.
  uint16_t encode(double value) const {
    uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value))
      return infinity() | uint16_t(1 << (fractionBits - 1));
    double magnitude = std::fabs(value);
    if (magnitude == 0)
      return sign;
    if (std::isinf(value))
      return sign | infinity();
    // Units of the last place; below the normal range they stay the same. The
    // count of units is then the encoding itself, carries included.
    int exponent = std::max(std::ilogb(magnitude), 1 - exponentBias);
    double units =
        std::nearbyint(std::ldexp(magnitude, fractionBits - exponent));
    int64_t bits =
        int64_t(units) + (int64_t(exponent + exponentBias - 1) << fractionBits);
    return sign | uint16_t(std::min<int64_t>(bits, infinity()));
  }

  bool isNaN(uint16_t bits) const { return (bits & 0x7fff) > infinity(); }
};

inline const NarrowFormat kF16{"f16", 10, 15};
inline const NarrowFormat kBF16{"bf16", 7, 127};

} // namespace tenon::test

#endif // TENON_TEST_UNIT_TARGET_NARROWFORMAT_H

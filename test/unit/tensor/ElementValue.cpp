// SPDX-License-Identifier: Apache-2.0
// Known patterns of every type, and rounding against the hardware's.
#include "tools/tensor/ElementValue.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace tenon {
namespace {

using Type = OnnxElementType;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double decode(Type type, uint64_t bits) {
  char bytes[8];
  std::memcpy(bytes, &bits, sizeof(bits));
  return elementAsDouble(type, std::string_view(bytes, sizeof(bytes)), 0);
}

uint64_t encode(Type type, double value) {
  char bytes[8] = {};
  storeElement(type, bytes, 0, value);
  return elementBitsAt(type, std::string_view(bytes, sizeof(bytes)), 0);
}

TEST(ElementValue, DecodesKnownPatterns) {
  EXPECT_EQ(decode(Type::Float16, 0x3c00), 1.0);
  EXPECT_EQ(decode(Type::Float16, 0x0001), std::ldexp(1, -24));
  EXPECT_EQ(decode(Type::Float16, 0x7bff), 65504.0);
  EXPECT_EQ(decode(Type::Float16, 0xfc00), -kInfinity);
  EXPECT_TRUE(std::isnan(decode(Type::Float16, 0x7e00)));
  EXPECT_EQ(decode(Type::Bfloat16, 0xc040), -3.0);
  EXPECT_EQ(decode(Type::Float8E4M3FN, 0x7e), 448.0);
  EXPECT_TRUE(std::isnan(decode(Type::Float8E4M3FN, 0x7f)));
  EXPECT_EQ(decode(Type::Float8E4M3FN, 0x01), std::ldexp(1, -9));
  EXPECT_EQ(decode(Type::Float8E4M3FNUZ, 0x7f), 240.0);
  EXPECT_TRUE(std::isnan(decode(Type::Float8E4M3FNUZ, 0x80)));
  EXPECT_EQ(decode(Type::Float8E5M2, 0x7b), 57344.0);
  EXPECT_EQ(decode(Type::Float8E5M2, 0x7c), kInfinity);
  EXPECT_EQ(decode(Type::Float8E5M2FNUZ, 0x7f), 57344.0);
  EXPECT_EQ(decode(Type::Float8E8M0, 127), 1.0);
  EXPECT_EQ(decode(Type::Float8E8M0, 0), std::ldexp(1, -127));
  EXPECT_TRUE(std::isnan(decode(Type::Float8E8M0, 255)));
  // All 8 magnitudes of f4e2m1 (OCP MX).
  constexpr std::array<double, 8> kE2M1 = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (size_t i = 0; i < kE2M1.size(); ++i) {
    EXPECT_EQ(decode(Type::Float4E2M1, i), kE2M1[i]);
    EXPECT_EQ(decode(Type::Float4E2M1, i | 8), -kE2M1[i]);
  }
}

TEST(ElementValue, EveryNarrowFloatComesBack) {
  for (Type type : {Type::Float16, Type::Bfloat16, Type::Float8E4M3FN,
                    Type::Float8E4M3FNUZ, Type::Float8E5M2,
                    Type::Float8E5M2FNUZ, Type::Float8E8M0, Type::Float4E2M1}) {
    for (uint64_t bits = 0; bits < uint64_t{1} << elementBits(type); ++bits) {
      double value = decode(type, bits);
      if (std::isnan(value))
        EXPECT_TRUE(std::isnan(decode(type, encode(type, value))));
      else
        ASSERT_EQ(encode(type, value), bits) << elementTypeName(type);
    }
  }
}

TEST(ElementValue, RoundsToNearestEven) {
  // Halfway between two f16, below, and above; to infinity and not quite.
  EXPECT_EQ(encode(Type::Float16, 1 + std::ldexp(1, -11)), 0x3c00U);
  EXPECT_EQ(encode(Type::Float16, 1 + std::ldexp(3, -11)), 0x3c02U);
  EXPECT_EQ(encode(Type::Float16, 65519.99), 0x7bffU);
  EXPECT_EQ(encode(Type::Float16, 65520), 0x7c00U);
  EXPECT_EQ(encode(Type::Float16, std::ldexp(1, -25)), 0U);
  EXPECT_EQ(encode(Type::Float16, std::ldexp(1.5, -25)), 1U);
  EXPECT_EQ(encode(Type::Float16, -0.0), 0x8000U);
  // No infinity: the largest number.
  EXPECT_EQ(encode(Type::Float8E4M3FN, 1e9), 0x7eU);
  EXPECT_EQ(encode(Type::Float4E2M1, kInfinity), 7U);
  EXPECT_EQ(encode(Type::Float8E4M3FNUZ, -1e-9), 0U) << "no negative zero";
}

TEST(ElementValue, WideLayoutsAgreeWithTheHardware) {
  const FloatLayout &layout = *floatLayout(Type::Float32);
  uint64_t random = 88172645463325252U; // xorshift
  for (int i = 0; i < 100000; ++i) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    auto value = std::bit_cast<double>(random);
    auto narrow = static_cast<float>(value);
    if (std::isnan(value))
      continue;
    ASSERT_EQ(encodeFloat(layout, value), std::bit_cast<uint32_t>(narrow));
    ASSERT_EQ(decodeFloat(layout, std::bit_cast<uint32_t>(narrow)), narrow);
    ASSERT_EQ(encode(Type::Float64, value), random);
    ASSERT_EQ(decode(Type::Float64, random), value);
  }
}

TEST(ElementValue, PacksSmallIntegers) {
  std::array<char, 2> bytes = {};
  for (int64_t i = 0; i < 4; ++i)
    storeElement(Type::Int4, bytes.data(), i, static_cast<double>(i * 3 - 6));
  // -6, -3, 0, 3: low half first.
  EXPECT_EQ(std::string_view(bytes.data(), 2), "\xda\x30");
  std::string_view view(bytes.data(), 2);
  EXPECT_EQ(elementAsInteger(Type::Int4, view, 1), -3);
  EXPECT_EQ(elementAsInteger(Type::Uint4, view, 1), 13);
  EXPECT_EQ(elementAsInteger(Type::Uint2, view, 1), 2);
  EXPECT_EQ(elementAsInteger(Type::Int2, view, 1), -2);
}

TEST(ElementValue, ClampsIntegers) {
  EXPECT_EQ(encode(Type::Int8, 1000), 127U);
  EXPECT_EQ(encode(Type::Int8, -1000), 128U);
  EXPECT_EQ(encode(Type::Uint8, -1), 0U);
  EXPECT_EQ(encode(Type::Uint8, 2.5), 2U);
  EXPECT_EQ(encode(Type::Int64, -kInfinity), uint64_t{1} << 63);
  EXPECT_EQ(encode(Type::Bool, 3), 1U);
  int64_t large = (int64_t{1} << 53) + 1;
  char bytes[8];
  std::memcpy(bytes, &large, sizeof(large));
  EXPECT_EQ(elementAsInteger(Type::Int64, std::string_view(bytes, 8), 0),
            large);
}

} // namespace
} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Rounding, wrapping, casts and storage of single values.
#include "compiler/reference/ScalarType.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

namespace tenon::reference {
namespace {

constexpr ScalarType kF16{ScalarKind::Float, 16}, kF32{ScalarKind::Float, 32},
    kF64{ScalarKind::Float, 64}, kBF16{ScalarKind::BFloat, 16},
    kI8{ScalarKind::Signed, 8}, kU8{ScalarKind::Unsigned, 8},
    kI32{ScalarKind::Signed, 32}, kI64{ScalarKind::Signed, 64},
    kU64{ScalarKind::Unsigned, 64}, kBool{ScalarKind::Bool, 1};

TEST(ScalarType, RoundsHalfToNearestEvenAndKeepsDenormals) {
  EXPECT_EQ(kF16.round(1 + 0x1p-11), 1.0);             // a tie, to even
  EXPECT_EQ(kF16.round(1 + 0x1.8p-10), 1 + 0x1p-9);    // a tie, up to even
  EXPECT_EQ(kF16.round(1 + 0x1.001p-11), 1 + 0x1p-10); // beyond the tie
  EXPECT_EQ(kF16.round(65504), 65504);
  EXPECT_EQ(kF16.round(65519.99), 65504);
  EXPECT_EQ(kF16.round(65520), INFINITY);
  EXPECT_EQ(kF16.round(-70000), -INFINITY);
  EXPECT_EQ(kF16.round(0x1p-24), 0x1p-24); // the least denormal
  EXPECT_EQ(kF16.round(0x1.8p-24), 0x1p-23);
  EXPECT_EQ(kF16.round(0x1p-25), 0.0); // half of it, to even
  EXPECT_TRUE(std::signbit(kF16.round(-0x1p-30)));
  EXPECT_TRUE(std::isnan(kF16.round(NAN)));
}

TEST(ScalarType, RoundsOnceFromDouble) {
  // By way of fp32 these would be ties and go to even, which is wrong.
  EXPECT_EQ(kF16.round(1 + 0x1p-11 + 0x1p-40), 1 + 0x1p-10);
  EXPECT_EQ(kBF16.round(1 + 0x1p-8 + 0x1p-40), 1 + 0x1p-7);
  EXPECT_EQ(kBF16.round(1 + 0x1p-8), 1.0);
  EXPECT_EQ(kBF16.round(0x1.FEp127), 0x1.FEp127);
  EXPECT_EQ(kBF16.round(0x1.FFp127), INFINITY);
  EXPECT_EQ(kBF16.round(0x1p-133), 0x1p-133); // the least denormal
  EXPECT_EQ(kF32.round(1 + 0x1p-24), 1.0);
  EXPECT_EQ(kF32.round(1e39), INFINITY);
}

TEST(ScalarType, EveryHalfPatternSurvivesReadingAndWriting) {
  for (const ScalarType &type : {kF16, kBF16})
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      auto from = static_cast<uint16_t>(bits);
      double value = type.readReal(reinterpret_cast<const char *>(&from));
      uint16_t to = 0;
      type.write(value, reinterpret_cast<char *>(&to));
      if (std::isnan(value))
        continue; // any NaN will do
      ASSERT_EQ(from, to);
      ASSERT_EQ(type.round(value), value);
    }
}

TEST(ScalarType, ReadsHalfByHand) {
  auto read = [](const ScalarType &type, uint16_t bits) {
    return type.readReal(reinterpret_cast<const char *>(&bits));
  };
  EXPECT_EQ(read(kF16, 0x3C00), 1.0);
  EXPECT_EQ(read(kF16, 0xC000), -2.0);
  EXPECT_EQ(read(kF16, 0x0001), 0x1p-24);
  EXPECT_EQ(read(kF16, 0x0400), 0x1p-14);
  EXPECT_EQ(read(kF16, 0x7BFF), 65504.0);
  EXPECT_EQ(read(kF16, 0xFC00), -INFINITY);
  EXPECT_TRUE(std::isnan(read(kF16, 0x7C01)));
  EXPECT_EQ(read(kBF16, 0x3F80), 1.0);
  EXPECT_EQ(read(kBF16, 0xFF80), -INFINITY);
  EXPECT_EQ(read(kBF16, 0x0001), 0x1p-133);
}

TEST(ScalarType, WrapsAtItsWidth) {
  EXPECT_EQ(kI8.wrap(128), -128);
  EXPECT_EQ(kI8.wrap(-129), 127);
  EXPECT_EQ(kU8.wrap(256), 0);
  EXPECT_EQ(kU8.wrap(-1), 255);
  EXPECT_EQ(kI32.wrap(int64_t(1) << 31), INT32_MIN);
  EXPECT_EQ(kU64.wrap(-1), -1); // ui64 is held by its bits
  EXPECT_EQ(kBool.wrap(3), 1);
  EXPECT_EQ(kI8.least(), -128);
  EXPECT_EQ(kU8.greatest(), 255);
  EXPECT_EQ(kI64.least(), INT64_MIN);
  EXPECT_EQ(kU64.greatest(), -1);
}

TEST(ScalarType, FloatToIntegerTruncatesAndSaturates) {
  EXPECT_EQ(realToInteger(2.9, kI8), 2);
  EXPECT_EQ(realToInteger(-2.9, kI8), -2);
  EXPECT_EQ(realToInteger(300, kI8), 127);
  EXPECT_EQ(realToInteger(-300, kI8), -128);
  EXPECT_EQ(realToInteger(-0.5, kU8), 0);
  EXPECT_EQ(realToInteger(-7, kU8), 0);
  EXPECT_EQ(realToInteger(255.5, kU8), 255);
  EXPECT_EQ(realToInteger(NAN, kI32), 0);
  EXPECT_EQ(realToInteger(INFINITY, kI64), INT64_MAX);
  EXPECT_EQ(realToInteger(-INFINITY, kI64), INT64_MIN);
  EXPECT_EQ(realToInteger(0x1p63, kI64), INT64_MAX);
  EXPECT_EQ(realToInteger(0x1p63, kU64), INT64_MIN); // the bits of 2^63
  EXPECT_EQ(realToInteger(0x1p64, kU64), -1);
  EXPECT_EQ(realToInteger(0.25, kBool), 1);
  EXPECT_EQ(realToInteger(-0.0, kBool), 0);
  EXPECT_EQ(realToInteger(NAN, kBool), 1);
}

TEST(ScalarType, IntegerToFloatRoundsOnce) {
  EXPECT_EQ(integerToReal((int64_t(1) << 53) + 1, kI64, kF64), 0x1p53);
  EXPECT_EQ(integerToReal(-1, kU64, kF64), 0x1p64);
  EXPECT_EQ(integerToReal(-1, kI64, kF32), -1);
  // 2^62 + 2^38 is a tie for fp32; one more is above it, which double hides.
  int64_t tie = (int64_t(1) << 62) + (int64_t(1) << 38);
  EXPECT_EQ(integerToReal(tie, kI64, kF32), 0x1p62);
  EXPECT_EQ(integerToReal(tie + 1, kI64, kF32), 0x1p62 + 0x1p39);
  EXPECT_EQ(integerToReal(-tie - 1, kI64, kF32), -0x1p62 - 0x1p39);
  EXPECT_EQ(integerToReal(65520, kI32, kF16), INFINITY);
  EXPECT_EQ(integerToReal(1, kBool, kF16), 1);
}

TEST(ScalarType, IntegerToIntegerWraps) {
  EXPECT_EQ(integerToInteger(300, kU8), 44);
  EXPECT_EQ(integerToInteger(-1, kU8), 255);
  EXPECT_EQ(integerToInteger(256, kBool), 1);
}

} // namespace
} // namespace tenon::reference

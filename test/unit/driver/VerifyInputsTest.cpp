// SPDX-License-Identifier: Apache-2.0
// What kernels are tried on.
#include "compiler/driver/VerifyInputs.h"
#include "gtest/gtest.h"
#include <cfloat>
#include <cmath>
#include <set>

namespace tenon {
namespace {

using reference::ScalarKind;
using reference::ScalarType;

constexpr ScalarType kFloat{ScalarKind::Float, 32};
constexpr ScalarType kHalf{ScalarKind::Float, 16};
constexpr ScalarType kByte{ScalarKind::Signed, 8};
constexpr ScalarType kBool{ScalarKind::Bool, 1};

std::vector<float> floatsOf(const std::vector<char> &bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::copy(bytes.begin(), bytes.end(),
            reinterpret_cast<char *>(values.data()));
  return values;
}

TEST(VerifyInputs, EdgeCasesOfFloats) {
  std::set<double> found;
  bool nan = false, negativeZero = false;
  for (const Number &number : edgeCases(kFloat)) {
    ASSERT_TRUE(number.isFloat);
    nan |= std::isnan(number.real);
    negativeZero |= number.real == 0 && std::signbit(number.real);
    if (!std::isnan(number.real))
      found.insert(number.real);
  }
  EXPECT_TRUE(nan);
  EXPECT_TRUE(negativeZero);
  for (double value : {HUGE_VAL, double(FLT_MAX), double(FLT_MIN),
                       double(FLT_TRUE_MIN), double(FLT_MIN) - FLT_TRUE_MIN})
    for (double sign : {1, -1})
      EXPECT_TRUE(found.contains(sign * value)) << sign * value;
}

TEST(VerifyInputs, EdgeCasesOfHalvesAreHalves) {
  std::set<double> found;
  for (const Number &number : edgeCases(kHalf)) {
    if (std::isnan(number.real))
      continue;
    EXPECT_EQ(kHalf.round(number.real), number.real);
    found.insert(number.real);
  }
  EXPECT_TRUE(found.contains(65504));
  EXPECT_TRUE(found.contains(std::ldexp(1, -24)));
}

TEST(VerifyInputs, EdgeCasesOfIntegers) {
  std::set<int64_t> found;
  for (const Number &number : edgeCases(kByte)) {
    EXPECT_FALSE(number.isFloat);
    found.insert(number.integer);
  }
  EXPECT_EQ(found, (std::set<int64_t>{-128, -127, 0, 1, 126, 127}));
  EXPECT_TRUE(edgeCases(kBool).empty());
}

TEST(VerifyInputs, ScattersOverBothEndsAndAShareOfTheRest) {
  RandomSource random(1);
  constexpr size_t kCount = 10000;
  std::vector<float> ones(kCount, 0.25f);
  std::vector<char> bytes(kCount * sizeof(float));
  auto changedOf = [&](double share) {
    std::copy_n(reinterpret_cast<char *>(ones.data()), bytes.size(),
                bytes.begin());
    scatterEdgeCases(kFloat, bytes, share, random);
    std::vector<float> values = floatsOf(bytes);
    EXPECT_NE(values.front(), 0.25f);
    EXPECT_NE(values.back(), 0.25f);
    return kCount - std::count(values.begin(), values.end(), 0.25f);
  };
  EXPECT_EQ(changedOf(0), 2u);
  EXPECT_NEAR(static_cast<double>(changedOf(0.5)), kCount / 2.0, 300);
}

TEST(VerifyInputs, RandomNumbersAreThoseOfTheSeed) {
  std::vector<char> a(400), b(400), bools(100, 7);
  RandomSource first(5), second(5);
  fillRandomly(kFloat, a, first);
  fillRandomly(kFloat, b, second);
  EXPECT_EQ(a, b);
  double sum = 0;
  for (float value : floatsOf(a))
    sum += std::abs(value);
  EXPECT_NEAR(sum / 100, std::sqrt(2 / M_PI), 0.2); // of normal numbers
  fillRandomly(kBool, bools, first);
  EXPECT_EQ(std::count(bools.begin(), bools.end(), 0) +
                std::count(bools.begin(), bools.end(), 1),
            100);
}

} // namespace
} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
//
// Sizes are computed exactly or refused; ranges hold; formulas read well.
#include "format/ValueProgram.h"

#include <gtest/gtest.h>

#include <limits>

using namespace tenon::format;

namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

/// values: 0 and 1 the symbols a and b, 2 op(a, b).
Program makeBinary(ValueOp op) {
  Program program;
  program.symbols = {{"a", 0, 10, 1}, {"b", 2, 5, 2}};
  program.values = {
      {ValueOp::symbol, 0, 0, 0}, {ValueOp::symbol, 1, 0, 0}, {op, 0, 1, 0}};
  return program;
}

/// op(a, b), or nothing when it is refused.
std::optional<int64_t> compute(ValueOp op, int64_t a, int64_t b) {
  std::array<int64_t, 2> symbols = {a, b};
  auto values = evaluateValues(makeBinary(op), symbols);
  if (!values.ok()) {
    EXPECT_EQ(values.status().code(), Code::badShape);
    return std::nullopt;
  }
  return values->back();
}

TEST(ValueProgram, operationsByHand) {
  EXPECT_EQ(compute(ValueOp::add, 7, 2), 9);
  EXPECT_EQ(compute(ValueOp::sub, 7, 9), -2);
  EXPECT_EQ(compute(ValueOp::mul, -7, 2), -14);
  EXPECT_EQ(compute(ValueOp::floorDiv, 7, 2), 3);
  EXPECT_EQ(compute(ValueOp::floorDiv, -7, 2), -4);
  EXPECT_EQ(compute(ValueOp::floorDiv, -8, 2), -4);
  EXPECT_EQ(compute(ValueOp::ceilDiv, 7, 2), 4);
  EXPECT_EQ(compute(ValueOp::ceilDiv, 8, 2), 4);
  EXPECT_EQ(compute(ValueOp::ceilDiv, -7, 2), -3);
  EXPECT_EQ(compute(ValueOp::mod, 7, 3), 1);
  EXPECT_EQ(compute(ValueOp::mod, -7, 3), 2);
  EXPECT_EQ(compute(ValueOp::mod, 6, 3), 0);
  EXPECT_EQ(compute(ValueOp::min, 7, 3), 3);
  EXPECT_EQ(compute(ValueOp::max, 7, 3), 7);
}

TEST(ValueProgram, overflowIsRefused) {
  EXPECT_EQ(compute(ValueOp::add, kMax, 0), kMax);
  EXPECT_EQ(compute(ValueOp::add, kMax, 1), std::nullopt);
  EXPECT_EQ(compute(ValueOp::sub, kMin, 1), std::nullopt);
  EXPECT_EQ(compute(ValueOp::mul, kMax, 2), std::nullopt);
  EXPECT_EQ(compute(ValueOp::mul, int64_t{1} << 31, int64_t{1} << 31),
            int64_t{1} << 62);
  EXPECT_EQ(compute(ValueOp::mul, int64_t{1} << 32, int64_t{1} << 31),
            std::nullopt);
  EXPECT_EQ(compute(ValueOp::mul, kMin, -1), std::nullopt);
}

TEST(ValueProgram, divisionTakesPositiveDivisorsOnly) {
  for (ValueOp op : {ValueOp::floorDiv, ValueOp::ceilDiv, ValueOp::mod}) {
    EXPECT_EQ(compute(op, 7, 0), std::nullopt);
    EXPECT_EQ(compute(op, 7, -1), std::nullopt);
    EXPECT_TRUE(compute(op, kMin, 1).has_value());
    EXPECT_TRUE(compute(op, kMin, kMax).has_value());
    EXPECT_TRUE(compute(op, kMax, kMax).has_value());
  }
}

TEST(ValueProgram, remaindersAtTheLimits) {
  EXPECT_EQ(compute(ValueOp::mod, kMin, kMax), kMax - 1);
  EXPECT_EQ(compute(ValueOp::mod, -1, kMax), kMax - 1);
  EXPECT_EQ(compute(ValueOp::floorDiv, kMin, kMax), -2);
  EXPECT_EQ(compute(ValueOp::ceilDiv, kMin, kMax), -1);
}

TEST(ValueProgram, theErrorNamesTheFormulaAndTheNumbers) {
  std::array<int64_t, 2> symbols = {kMax, 2};
  auto values = evaluateValues(makeBinary(ValueOp::mul), symbols);
  ASSERT_FALSE(values.ok());
  EXPECT_NE(values.status().message().find("a*b"), std::string::npos);
  EXPECT_NE(values.status().message().find(std::to_string(kMax)),
            std::string::npos);
}

/// A range holds every value over all symbols in their ranges, and is met at
/// both ends where operands are independent.
TEST(ValueProgram, rangesAreTightForOneOperation) {
  for (ValueOp op :
       {ValueOp::add, ValueOp::sub, ValueOp::mul, ValueOp::floorDiv,
        ValueOp::ceilDiv, ValueOp::mod, ValueOp::min, ValueOp::max}) {
    int64_t low = kMax;
    int64_t high = kMin;
    for (int64_t a = 0; a <= 10; ++a) {
      for (int64_t b = 2; b <= 5; ++b) {
        low = std::min(low, *compute(op, a, b));
        high = std::max(high, *compute(op, a, b));
      }
    }
    ValueRange range = findRanges(makeBinary(op)).back();
    EXPECT_EQ(range, (ValueRange{low, high})) << static_cast<int>(op);
  }
}

TEST(ValueProgram, unboundedStaysUnbounded) {
  Program program = makeBinary(ValueOp::mul);
  program.symbols[0].max = kUnbounded;
  EXPECT_EQ(findRanges(program).back(), (ValueRange{0, kUnbounded}));
}

TEST(ValueProgram, formulasPutParenthesesWhereNeeded) {
  Program program = makeBinary(ValueOp::add);              // 2: a+b
  program.values.push_back({ValueOp::mul, 2, 0, 0});       // 3: (a+b)*a
  program.values.push_back({ValueOp::sub, 0, 2, 0});       // 4: a-(a+b)
  program.values.push_back({ValueOp::floorDiv, 0, 3, 0});  // 5
  program.values.push_back({ValueOp::max, 4, 1, 0});       // 6
  program.values.push_back({ValueOp::ceilDiv, 2, 1, 0});   // 7
  program.values.push_back({ValueOp::constant, 0, 0, -2}); // 8
  program.values.push_back({ValueOp::mul, 0, 8, 0});       // 9
  EXPECT_EQ(describeValue(program, 2), "a+b");
  EXPECT_EQ(describeValue(program, 3), "(a+b)*a");
  EXPECT_EQ(describeValue(program, 4), "a-(a+b)");
  EXPECT_EQ(describeValue(program, 5), "a/((a+b)*a)");
  EXPECT_EQ(describeValue(program, 6), "max(a-(a+b),b)");
  EXPECT_EQ(describeValue(program, 7), "ceil((a+b)/b)");
  EXPECT_EQ(describeValue(program, 9), "a*(-2)");
}

/// Doubling sixty times is a formula of 2^60 characters: it must be cut.
TEST(ValueProgram, explodingFormulasAreCut) {
  Program program = makeBinary(ValueOp::add);
  for (ValueId i = 2; i < 62; ++i)
    program.values.push_back({ValueOp::add, i, i, 0});
  EXPECT_EQ(describeValue(program, 61), "v61");
}

TEST(ValueProgram, aLongChainNeedsNoDeepRecursion) {
  Program program = makeBinary(ValueOp::add);
  for (ValueId i = 2; i < 500000; ++i)
    program.values.push_back({ValueOp::add, i, 1, 0});
  EXPECT_EQ(describeValue(program, 499999), "v499999");
  std::array<int64_t, 2> symbols = {1, 2};
  EXPECT_EQ(evaluateValues(program, symbols)->back(), 3 + 2 * 499998);
}

} // namespace

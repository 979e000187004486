// SPDX-License-Identifier: Apache-2.0
// The rules for NaN of each form of maximum and minimum, by hand.
#include "compiler/codegen/math/MathFunctions.h"
#include "test/unit/math/MathKernel.h"
#include "gtest/gtest.h"

#include <cmath>

namespace tenon::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

const std::vector<float> kX = {1, 2, -kInf, kNan, 3, kNan};
const std::vector<float> kY = {2, 1, 0, 3, kNan, kNan};

void expectResults(const EmitFunction &emit, int arity,
                   const std::vector<float> &expected) {
  for (Form form : {Form::Scalar, Form::Vector}) {
    MathKernel kernel(runnableTargets().back(), Element::F32, form, arity,
                      emit);
    std::vector<std::vector<float>> operands = {kX};
    if (arity == 2)
      operands.push_back(kY);
    std::vector<float> results = kernel(operands);
    for (size_t i = 0; i < expected.size(); ++i)
      if (std::isnan(expected[i]))
        EXPECT_TRUE(std::isnan(results[i])) << i;
      else
        EXPECT_EQ(results[i], expected[i]) << i;
  }
}

TEST(MinMax, PropagatesNan) {
  expectResults(binary(emitMaximum), 2, {2, 2, 0, kNan, kNan, kNan});
  expectResults(binary(emitMinimum), 2, {1, 1, -kInf, kNan, kNan, kNan});
}

TEST(MinMax, NumberFormsDropNan) {
  expectResults(binary(emitMaximumNumber), 2, {2, 2, 0, 3, 3, kNan});
  expectResults(binary(emitMinimumNumber), 2, {1, 1, -kInf, 3, 3, kNan});
}

TEST(MinMax, BoundsKeepNanOfTheFirstOperand) {
  // Where the bound is NaN the result is of no interest, but stated: x.
  expectResults(binary(emitAtLeast), 2, {2, 2, 0, kNan, 3, kNan});
  expectResults(binary(emitAtMost), 2, {1, 1, -kInf, kNan, 3, kNan});
}

TEST(MinMax, ReluKeepsNan) {
  expectResults(unary(emitRelu), 1, {1, 2, 0, kNan, 3, kNan});
}

} // namespace
} // namespace tenon::test

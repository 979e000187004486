// SPDX-License-Identifier: Apache-2.0
// Sweeps every function over the f32 numbers, a fixed stride of bit patterns
// apart (sweeps of all 2^32 gave the errors of MathFunctions.h): within the
// stated error of the C library in double, and the same bits from scalar code,
// vector code and every target.
#include "compiler/codegen/math/MathFunctions.h"
#include "test/unit/math/FunctionTable.h"
#include "test/unit/math/UlpError.h"
#include "gtest/gtest.h"

#include <bit>

namespace tenon::test {
namespace {

/// A prime, so that all exponents and mantissas are met.
constexpr uint64_t kStride = 4099;

const std::vector<float> &sweptNumbers() {
  static const std::vector<float> numbers = [] {
    std::vector<float> all;
    for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += kStride)
      all.push_back(std::bit_cast<float>(uint32_t(bits)));
    return all;
  }();
  return numbers;
}

/// Equal bits, but that every NaN equals every other.
bool areSame(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void expectSame(const std::vector<float> &inputs, const std::vector<float> &a,
                const std::vector<float> &b) {
  for (size_t i = 0; i < inputs.size(); ++i)
    ASSERT_TRUE(areSame(a[i], b[i]))
        << "at " << inputs[i] << ": " << a[i] << " and " << b[i];
}

class SinglePrecision : public testing::TestWithParam<UnaryFunctionRow> {};

TEST_P(SinglePrecision, StaysWithinStatedError) {
  const UnaryFunctionRow &row = GetParam();
  const std::vector<float> &inputs = sweptNumbers();
  MathKernel kernel(runnableTargets().back(), Element::F32, Form::Vector, 1,
                    unary(row.emit));
  std::vector<float> results = kernel.operator()<float>({inputs});
  double worst = 0;
  size_t worstIndex = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    double exact = row.reference(inputs[i]);
    double error = ulpError<double>(results[i], exact, kUlpFormatOf<float>);
    if (error > worst) {
      worst = error;
      worstIndex = i;
    }
  }
  EXPECT_LE(worst, row.singleUlps)
      << "at " << inputs[worstIndex] << ": got " << results[worstIndex]
      << ", exact " << row.reference(inputs[worstIndex]);
}

TEST_P(SinglePrecision, GivesTheSameBitsInEveryForm) {
  EmitFunction emit = unary(GetParam().emit);
  // Each eighth number: scalar code is slow.
  std::vector<float> inputs;
  for (size_t i = 0; i < sweptNumbers().size(); i += 8)
    inputs.push_back(sweptNumbers()[i]);
  std::optional<std::vector<float>> first;
  for (const std::string &target : runnableTargets())
    for (Form form : {Form::Scalar, Form::Vector}) {
      MathKernel kernel(target, Element::F32, form, 1, emit);
      std::vector<float> results = kernel.operator()<float>({inputs});
      if (!first)
        first = results;
      SCOPED_TRACE(target);
      expectSame(inputs, *first, results);
    }
}

INSTANTIATE_TEST_SUITE_P(AllFunctions, SinglePrecision,
                         testing::ValuesIn(unaryFunctions().vec()),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

TEST(SinglePrecisionForms, ExpOfNonPositiveIsExp) {
  std::vector<float> inputs;
  for (float x : sweptNumbers())
    if (!(x > 0))
      inputs.push_back(x);
  const std::string &target = runnableTargets().back();
  MathKernel general(target, Element::F32, Form::Vector, 1, unary(emitExp));
  MathKernel special(target, Element::F32, Form::Vector, 1,
                     unary(emitExpOfNonPositive));
  expectSame(inputs, general.operator()<float>({inputs}),
             special.operator()<float>({inputs}));
}

} // namespace
} // namespace tenon::test

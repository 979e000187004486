// SPDX-License-Identifier: Apache-2.0
// Every function on random f64 numbers, of four distributions that together
// reach all its branches, against the C library in long double.
#include "test/unit/math/FunctionTable.h"
#include "test/unit/math/UlpError.h"
#include "gtest/gtest.h"

#include <bit>
#include <random>

namespace tenon::test {
namespace {

std::vector<double> randomNumbers() {
  constexpr int kPerDistribution = 20000;
  std::mt19937_64 generator(20240229);
  auto unit = [&] { return double(generator() >> 11) * 0x1p-53; };
  std::vector<double> numbers;
  for (int i = 0; i < kPerDistribution; ++i) {
    numbers.push_back(std::bit_cast<double>(generator()));
    numbers.push_back(4 * unit() - 2);
    numbers.push_back(100 * unit() - 50);
    double magnitude = std::exp(80 * unit() - 40);
    numbers.push_back(generator() & 1 ? magnitude : -magnitude);
  }
  return numbers;
}

class DoublePrecision : public testing::TestWithParam<UnaryFunctionRow> {};

TEST_P(DoublePrecision, StaysWithinStatedError) {
  const UnaryFunctionRow &row = GetParam();
  std::vector<double> inputs = randomNumbers();
  std::optional<std::vector<double>> first;
  for (const std::string &target : runnableTargets())
    for (Form form : {Form::Scalar, Form::Vector}) {
      MathKernel kernel(target, Element::F64, form, 1, unary(row.emit));
      std::vector<double> results = kernel.operator()<double>({inputs});
      if (!first)
        first = results;
      for (size_t i = 0; i < inputs.size(); ++i)
        ASSERT_TRUE(results[i] == (*first)[i] ||
                    (std::isnan(results[i]) && std::isnan((*first)[i])))
            << target << " at " << inputs[i];
    }
  for (size_t i = 0; i < inputs.size(); ++i) {
    long double exact = row.longReference(inputs[i]);
    double error =
        ulpError<long double>((*first)[i], exact, kUlpFormatOf<double>);
    ASSERT_LE(error, row.doubleUlps)
        << "at " << inputs[i] << ": got " << (*first)[i] << ", exact "
        << double(exact);
  }
}

INSTANTIATE_TEST_SUITE_P(AllFunctions, DoublePrecision,
                         testing::ValuesIn(unaryFunctions().vec()),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
} // namespace tenon::test

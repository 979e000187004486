// SPDX-License-Identifier: Apache-2.0
// Every function on all 65,536 numbers of f16 and of bf16, against the C
// library in double. Results are correctly rounded but where the exact one lies
// within a thousandth of a place of the middle between two numbers.
#include "test/unit/math/FunctionTable.h"
#include "test/unit/math/UlpError.h"
#include "gtest/gtest.h"

#include <bit>

namespace tenon::test {
namespace {

struct NarrowType {
  const char *name;
  Element element;
  UlpFormat format;
  float (*widen)(uint16_t bits);
};

float widenHalf(uint16_t bits) { return float(std::bit_cast<_Float16>(bits)); }

float widenBFloat(uint16_t bits) {
  return std::bit_cast<float>(uint32_t(bits) << 16);
}

constexpr NarrowType kTypes[] = {
    {"f16", Element::F16, kHalfFormat, widenHalf},
    {"bf16", Element::BF16, kBFloatFormat, widenBFloat},
};

class HalfPrecision : public testing::TestWithParam<UnaryFunctionRow> {};

TEST_P(HalfPrecision, RoundsAllNumbersCorrectly) {
  constexpr double kTolerance = 0.501;
  const UnaryFunctionRow &row = GetParam();
  std::vector<uint16_t> inputs(65536);
  for (size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = uint16_t(i);
  for (const NarrowType &type : kTypes)
    for (const std::string &target : runnableTargets()) {
      MathKernel kernel(target, type.element, Form::Vector, 1, unary(row.emit));
      std::vector<uint16_t> results = kernel.operator()<uint16_t>({inputs});
      for (size_t i = 0; i < inputs.size(); ++i) {
        double exact = row.reference(type.widen(inputs[i]));
        double got = type.widen(results[i]);
        ASSERT_LE(ulpError<double>(got, exact, type.format), kTolerance)
            << type.name << " on " << target << " at " << type.widen(inputs[i])
            << ": got " << got << ", exact " << exact;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(AllFunctions, HalfPrecision,
                         testing::ValuesIn(unaryFunctions().vec()),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
} // namespace tenon::test

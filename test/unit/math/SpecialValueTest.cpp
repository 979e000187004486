// SPDX-License-Identifier: Apache-2.0
// What ISO C, annex F, or plain arithmetic says of each function at its special
// points, written out by hand: signs of zero, infinities, poles, ends of the
// domain, the first overflow and the last denormal.
#include "compiler/codegen/math/MathFunctions.h"
#include "test/unit/math/FunctionTable.h"
#include "gtest/gtest.h"

#include <bit>
#include <cmath>

namespace tenon::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kTiny = std::numeric_limits<float>::denorm_min();
constexpr float kMax = std::numeric_limits<float>::max();

struct SpecialValue {
  const char *function;
  float x;
  float result;
};

constexpr SpecialValue kSpecialValues[] = {
    {"emitExp", 0.0f, 1.0f},
    {"emitExp", -0.0f, 1.0f},
    {"emitExp", kInf, kInf},
    {"emitExp", -kInf, 0.0f},
    {"emitExp", 0x1.62e42ep+6f, 0x1.ffff08p+127f}, // the last finite one
    {"emitExp", 0x1.62e43p+6f, kInf},
    {"emitExp", -0x1.9fe368p+6f, kTiny}, // e^x just above half of kTiny
    {"emitExp", -0x1.9fe36ap+6f, 0.0f},
    {"emitExp2", -149.0f, kTiny},
    {"emitExp2", -150.0f, 0.0f}, // a tie, to even
    {"emitExp2", 127.0f, 0x1p127f},
    {"emitExp2", 128.0f, kInf},
    {"emitExp2", -kInf, 0.0f},
    {"emitExpm1", -0.0f, -0.0f},
    {"emitExpm1", kTiny, kTiny},
    {"emitExpm1", -kInf, -1.0f},
    {"emitExpm1", -50.0f, -1.0f},
    {"emitExpm1", kInf, kInf},
    {"emitLog", 0.0f, -kInf},
    {"emitLog", -0.0f, -kInf},
    {"emitLog", 1.0f, 0.0f},
    {"emitLog", -1.0f, kNan},
    {"emitLog", -kTiny, kNan},
    {"emitLog", -kInf, kNan},
    {"emitLog", kInf, kInf},
    {"emitLog2", kTiny, -149.0f},
    {"emitLog2", 0x1p127f, 127.0f},
    {"emitLog2", 0.0f, -kInf},
    {"emitLog10", 1.0f, 0.0f},
    {"emitLog10", 1000.0f, 3.0f},
    {"emitLog10", -0.0f, -kInf},
    {"emitLog1p", -0.0f, -0.0f},
    {"emitLog1p", 0.0f, 0.0f},
    {"emitLog1p", -kTiny, -kTiny},
    {"emitLog1p", -1.0f, -kInf},
    {"emitLog1p", -1.5f, kNan},
    {"emitLog1p", kInf, kInf},
    {"emitLog1p", -kInf, kNan},
    {"emitTanh", -0.0f, -0.0f},
    {"emitTanh", kTiny, kTiny},
    {"emitTanh", kInf, 1.0f},
    {"emitTanh", -kInf, -1.0f},
    {"emitTanh", -20.0f, -1.0f},
    {"emitSigmoid", 0.0f, 0.5f},
    {"emitSigmoid", -0.0f, 0.5f},
    {"emitSigmoid", kInf, 1.0f},
    {"emitSigmoid", -kInf, 0.0f},
    {"emitSigmoid", -kMax, 0.0f},
    {"emitSigmoid", -0x1.9fe368p+6f, kTiny},
    {"emitErf", -0.0f, -0.0f},
    {"emitErf", kInf, 1.0f},
    {"emitErf", -kInf, -1.0f},
    {"emitSqrt", -0.0f, -0.0f},
    {"emitSqrt", -1.0f, kNan},
    {"emitSqrt", 0x1p-148f, 0x1p-74f},
    {"emitRsqrt", 0.0f, kInf},
    {"emitRsqrt", -0.0f, -kInf},
    {"emitRsqrt", kInf, 0.0f},
    {"emitRsqrt", -1.0f, kNan},
    {"emitCbrt", -0.0f, -0.0f},
    {"emitCbrt", -27.0f, -3.0f},
    {"emitCbrt", 0x1p-147f, 0x1p-49f},
    {"emitCbrt", -kInf, -kInf},
    {"emitSin", -0.0f, -0.0f},
    {"emitSin", -kTiny, -kTiny},
    {"emitSin", kInf, kNan},
    {"emitSin", -kInf, kNan},
    {"emitCos", -0.0f, 1.0f},
    {"emitCos", kInf, kNan},
    {"emitTan", -0.0f, -0.0f},
    {"emitTan", -kInf, kNan},
    {"emitAsin", -0.0f, -0.0f},
    {"emitAsin", 1.0f, 0x1.921fb6p+0f},
    {"emitAsin", -1.0f, -0x1.921fb6p+0f},
    {"emitAsin", 0x1.000002p+0f, kNan},
    {"emitAcos", 1.0f, 0.0f},
    {"emitAcos", -1.0f, 0x1.921fb6p+1f},
    {"emitAcos", 0.0f, 0x1.921fb6p+0f},
    {"emitAcos", -kInf, kNan},
    {"emitAtan", -0.0f, -0.0f},
    {"emitAtan", kInf, 0x1.921fb6p+0f},
    {"emitAtan", -kInf, -0x1.921fb6p+0f},
    {"emitSinh", -0.0f, -0.0f},
    {"emitSinh", -kInf, -kInf},
    {"emitSinh", 90.0f, kInf},
    {"emitCosh", -0.0f, 1.0f},
    {"emitCosh", -kInf, kInf},
    {"emitAsinh", -0.0f, -0.0f},
    {"emitAsinh", -kInf, -kInf},
    {"emitAcosh", 1.0f, 0.0f},
    {"emitAcosh", 0.5f, kNan},
    {"emitAcosh", -kMax, kNan},
    {"emitAcosh", kInf, kInf},
    {"emitAtanh", -0.0f, -0.0f},
    {"emitAtanh", 1.0f, kInf},
    {"emitAtanh", -1.0f, -kInf},
    {"emitAtanh", 1.5f, kNan},
    {"emitFloor", -0.0f, -0.0f},
    {"emitFloor", -0.5f, -1.0f},
    {"emitFloor", kInf, kInf},
    {"emitCeil", -0.5f, -0.0f},
    {"emitCeil", kTiny, 1.0f},
    {"emitTrunc", -1.5f, -1.0f},
    {"emitRoundEven", 0.5f, 0.0f},
    {"emitRoundEven", 1.5f, 2.0f},
    {"emitRoundEven", -2.5f, -2.0f},
    {"emitRoundEven", 0x1.fffffep+22f, 0x1p+23f},
};

class SpecialValues : public testing::TestWithParam<UnaryFunctionRow> {};

TEST_P(SpecialValues, AreAsWritten) {
  const UnaryFunctionRow &row = GetParam();
  std::vector<float> inputs = {kNan}, expected = {kNan};
  for (const SpecialValue &value : kSpecialValues)
    if (llvm::StringRef(value.function) == row.name) {
      inputs.push_back(value.x);
      expected.push_back(value.result);
    }
  ASSERT_GT(inputs.size(), 1u) << "no special value of this function";
  MathKernel kernel(runnableTargets().front(), Element::F32, Form::Vector, 1,
                    unary(row.emit));
  std::vector<float> results = kernel.operator()<float>({inputs});
  for (size_t i = 0; i < inputs.size(); ++i)
    if (std::isnan(expected[i]))
      EXPECT_TRUE(std::isnan(results[i])) << "at " << inputs[i];
    else
      EXPECT_EQ(std::bit_cast<uint32_t>(results[i]),
                std::bit_cast<uint32_t>(expected[i]))
          << "at " << inputs[i] << ": " << results[i];
}

INSTANTIATE_TEST_SUITE_P(AllFunctions, SpecialValues,
                         testing::ValuesIn(unaryFunctions().vec()),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
} // namespace tenon::test

// SPDX-License-Identifier: Apache-2.0
// Elementwise operators whose meaning is more than their name says, or moved
// between opsets.
#include "test/unit/onnx/OneNodeModel.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace tenon {
namespace {

using Values = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Clip, BoundsAreAttributesAndLaterOperands) {
  TestTensor x = floats({3}, {-2, 0, 2});
  EXPECT_EQ((Values{-1, 0, 1}), OneNodeModel("Clip", 6 + 1)
                                    .input(x)
                                    .attribute("min", -1.0F)
                                    .attribute("max", 1.0F)
                                    .values());
  EXPECT_EQ((Values{-2, 0, 1}), OneNodeModel("Clip", 11)
                                    .input(x)
                                    .noInput()
                                    .input(floats({}, {1}))
                                    .values());
}

TEST(Clip, TheHighBoundWinsAndNanStays) {
  Values result = OneNodeModel("Clip", 13)
                      .input(floats({2}, {0, kNan}))
                      .input(floats({}, {5}))
                      .input(floats({}, {3}))
                      .values();
  EXPECT_EQ(3, result.at(0));
  EXPECT_TRUE(std::isnan(result.at(1)));
}

TEST(Mod, SignsFollowTheDivisorOrTheDividend) {
  TestTensor a = ints({4}, {7, -7, 7, -7}), b = ints({4}, {3, 3, -3, -3});
  EXPECT_EQ((Values{1, 2, -2, -1}),
            OneNodeModel("Mod", 13).input(a).input(b).values());
  EXPECT_EQ((Values{1, -1, 1, -1}), OneNodeModel("Mod", 13)
                                        .input(a)
                                        .input(b)
                                        .attribute("fmod", int64_t(1))
                                        .values());
  EXPECT_EQ("floats need fmod", OneNodeModel("Mod", 13)
                                    .input(floats({1}, {1}))
                                    .input(floats({1}, {1}))
                                    .run()
                                    .problem);
}

TEST(Div, IntegersRoundTowardsZero) {
  EXPECT_EQ((Values{2, -2, 0}), OneNodeModel("Div", 14)
                                    .input(ints({3}, {7, -7, 1}))
                                    .input(ints({3}, {3, 3, 0}))
                                    .values());
}

TEST(Pow, IntegersStayExactAndTypesMayDiffer) {
  EXPECT_EQ((Values{1024, 0, 1}), OneNodeModel("Pow", 15)
                                      .input(ints({3}, {2, 2, -1}))
                                      .input(ints({3}, {10, -1, -2}))
                                      .values());
  EXPECT_EQ((Values{1}), OneNodeModel("Pow", 15) // 2 ^ 0.5 is 1.4
                             .input(ints({1}, {2}))
                             .input(floats({1}, {0.5}))
                             .values());
  EXPECT_EQ((Values{0.25}), OneNodeModel("Pow", 12)
                                .input(floats({1}, {0.5}))
                                .input(ints({1}, {2}))
                                .values());
}

TEST(BitShift, BeyondTheWidthNothingIsLeft) {
  TestTensor x{OnnxElementType::Uint8, {3}, {1, 255, 255}};
  TestTensor by{OnnxElementType::Uint8, {3}, {3, 1, 8}};
  EXPECT_EQ((Values{8, 254, 0}), OneNodeModel("BitShift", 11)
                                     .input(x)
                                     .input(by)
                                     .attribute("direction", "LEFT")
                                     .values());
  EXPECT_NE("", OneNodeModel("BitShift", 11)
                    .input(x)
                    .input(by)
                    .attribute("direction", "UP")
                    .run()
                    .problem);
}

TEST(Cast, TruncatesAndTestsForZero) {
  TestTensor x = floats({4}, {2.9, -2.9, 0, kNan});
  auto as = [&](OnnxElementType type) {
    return OneNodeModel("Cast", 13)
        .input(x)
        .attribute("to", static_cast<int64_t>(type))
        .values();
  };
  EXPECT_EQ((Values{2, -2, 0, 0}), as(OnnxElementType::Int32));
  EXPECT_EQ((Values{1, 1, 0, 1}), as(OnnxElementType::Bool));
  OneNodeModel::Result result =
      OneNodeModel("Cast", 13)
          .input(x)
          .attribute("to", static_cast<int64_t>(OnnxElementType::String))
          .run();
  EXPECT_TRUE(result.unsupported);
}

TEST(IsInf, EitherSignCanBeLeftOut) {
  TestTensor x = floats({3}, {kInfinity, -kInfinity, 1});
  auto detect = [&](int64_t negative, int64_t positive) {
    return OneNodeModel("IsInf", 10)
        .input(x)
        .attribute("detect_negative", negative)
        .attribute("detect_positive", positive)
        .values();
  };
  EXPECT_EQ((Values{1, 1, 0}), detect(1, 1));
  EXPECT_EQ((Values{0, 1, 0}), detect(1, 0));
  EXPECT_EQ((Values{1, 0, 0}), detect(0, 1));
  EXPECT_EQ((Values{0, 0, 0}), detect(0, 0));
}

TEST(Dropout, InfersAndRefusesToTrain) {
  TestTensor x = floats({2}, {1, 2});
  OneNodeModel::Result result =
      OneNodeModel("Dropout", 13).input(x).outputs(2).run();
  ASSERT_EQ("", result.problem);
  EXPECT_EQ((Values{1, 2}), result.outputs[0].values);
  EXPECT_EQ((Values{1, 1}), result.outputs[1].values);
  EXPECT_TRUE(OneNodeModel("Dropout", 13)
                  .input(x)
                  .noInput()
                  .constant(bools({}, {1}))
                  .run()
                  .unsupported);
  EXPECT_EQ((Values{1, 2}), OneNodeModel("Dropout", 13)
                                .input(x)
                                .constant(floats({}, {0}))
                                .constant(bools({}, {1}))
                                .values());
}

TEST(Max, FoldsAnyNumberAndKeepsNan) {
  Values result = OneNodeModel("Max", 8)
                      .input(floats({3}, {1, 5, kNan}))
                      .input(floats({1}, {2}))
                      .input(floats({3}, {3, 0, 0}))
                      .values();
  EXPECT_EQ(3, result.at(0));
  EXPECT_EQ(5, result.at(1));
  EXPECT_TRUE(std::isnan(result.at(2)));
  EXPECT_EQ((Values{7}),
            OneNodeModel("Max", 8).input(floats({1}, {7})).values());
}

TEST(Shrink, IntegersRoundTowardsZero) {
  EXPECT_EQ((Values{-1, 0, 1}), OneNodeModel("Shrink", 9)
                                    .input(ints({3}, {-3, 1, 3}))
                                    .attribute("lambd", 1.5F)
                                    .attribute("bias", 1.5F)
                                    .values());
}

TEST(Softplus, DoesNotOverflow) {
  EXPECT_EQ(
      (Values{1000, 0}),
      OneNodeModel("Softplus", 22).input(floats({2}, {1000, -1000})).values());
}

} // namespace
} // namespace tenon

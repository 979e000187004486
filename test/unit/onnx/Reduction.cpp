// SPDX-License-Identifier: Apache-2.0
// The Reduce operators: axes in every opset, empty sets, overflow.
#include "compiler/onnx/Reduction.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace tenon {
namespace {

using Values = std::vector<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TestTensor matrix() { return floats({2, 3}, {1, 2, 3, 4, 5, 6}); }

TEST(Reduction, AxesAreAnAttributeAndLaterAnOperand) {
  EXPECT_EQ((Values{6, 15}), OneNodeModel("ReduceSum", 11)
                                 .input(matrix())
                                 .attribute("axes", std::vector<int64_t>{1})
                                 .values());
  EXPECT_EQ((Values{6, 15}), OneNodeModel("ReduceSum", 13)
                                 .input(matrix())
                                 .constant(ints({1}, {-1}))
                                 .values());
  EXPECT_NE("", OneNodeModel("ReduceSum", 13)
                    .input(matrix())
                    .attribute("axes", std::vector<int64_t>{1})
                    .run()
                    .problem);
  EXPECT_EQ((Values{3, 6}), OneNodeModel("ReduceMax", 17)
                                .input(matrix())
                                .attribute("axes", std::vector<int64_t>{1})
                                .values());
}

TEST(Reduction, NoAxesMeanAllOrNone) {
  EXPECT_EQ((Values{21}), OneNodeModel("ReduceSum", 13)
                              .input(matrix())
                              .constant(ints({0}, {}))
                              .values());
  EXPECT_EQ((Values{1, 4, 9}), OneNodeModel("ReduceSumSquare", 18)
                                   .input(floats({3}, {1, 2, 3}))
                                   .attribute("noop_with_empty_axes", 1L)
                                   .values());
}

TEST(Reduction, KeepsOrDropsDimensions) {
  auto shape = [](int64_t keep) {
    return OneNodeModel("ReduceSum", 11)
        .input(matrix())
        .attribute("axes", std::vector<int64_t>{0})
        .attribute("keepdims", keep)
        .run()
        .outputs.at(0)
        .dims;
  };
  EXPECT_EQ((std::vector<int64_t>{1, 3}), shape(1));
  EXPECT_EQ((std::vector<int64_t>{3}), shape(0));
}

TEST(Reduction, WorksOnSizesKnownLater) {
  EXPECT_EQ((Values{2, 5}), OneNodeModel("ReduceMean", 18)
                                .input(matrix())
                                .dynamic(1, "width")
                                .constant(ints({1}, {1}))
                                .values());
}

TEST(Reduction, EmptySetsGiveTheNeutralElement) {
  auto empty = [](const char *op, TestTensor tensor) {
    return OneNodeModel(op, 20)
        .input(std::move(tensor))
        .constant(ints({1}, {1}))
        .values();
  };
  EXPECT_EQ((Values{-kInfinity}), empty("ReduceMax", floats({1, 0}, {})));
  EXPECT_EQ((Values{kInfinity}), empty("ReduceMin", floats({1, 0}, {})));
  EXPECT_EQ((Values{-0x1p63}), empty("ReduceMax", ints({1, 0}, {})));
  EXPECT_EQ((Values{0}), empty("ReduceMax", bools({1, 0}, {})));
  EXPECT_EQ((Values{1}), empty("ReduceMin", bools({1, 0}, {})));
  EXPECT_EQ((Values{0}), empty("ReduceL2", floats({1, 0}, {})));
  EXPECT_EQ((Values{1}), empty("ReduceProd", floats({1, 0}, {})));
  EXPECT_EQ((Values{-kInfinity}), empty("ReduceLogSum", floats({1, 0}, {})));
  EXPECT_EQ((Values{-kInfinity}), empty("ReduceLogSumExp", floats({1, 0}, {})));
}

TEST(Reduction, IntegerMeansRoundTowardsZero) {
  auto mean = [](Values values) {
    return OneNodeModel("ReduceMean", 13).input(ints({3}, values)).values();
  };
  EXPECT_EQ((Values{2}), mean({1, 2, 4}));
  EXPECT_EQ((Values{-2}), mean({-1, -2, -4}));
}

TEST(Reduction, HalfTypesDoNotOverflowInside) {
  TestTensor halves{OnnxElementType::Float16, {2}, {300, 400}};
  EXPECT_EQ((Values{500}), OneNodeModel("ReduceL2", 18).input(halves).values());
  TestTensor large{OnnxElementType::Float16, {2}, {60000, 60000}};
  EXPECT_EQ((Values{60000}),
            OneNodeModel("ReduceMean", 18).input(large).values());
}

TEST(Reduction, LogSumExpNeitherOverflowsNorMakesNan) {
  auto result = [](Values values) {
    return OneNodeModel("ReduceLogSumExp", 18)
        .input(floats({2}, values))
        .values()
        .at(0);
  };
  EXPECT_NEAR(1000 + std::log(2.0), result({1000, 1000}), 1e-4);
  EXPECT_EQ(-kInfinity, result({-kInfinity, -kInfinity}));
  EXPECT_EQ(kInfinity, result({0, kInfinity}));
}

TEST(Reduction, RefusesAxesThatCannotBe) {
  auto problem = [](std::vector<int64_t> axes) {
    return OneNodeModel("ReduceSum", 11)
        .input(matrix())
        .attribute("axes", std::move(axes))
        .run()
        .problem;
  };
  EXPECT_EQ("axis 2 is outside [-2, 2)", problem({2}));
  EXPECT_EQ("axis -1 is named twice", problem({1, -1}));
}

TEST(Reduction, RefusesAxesKnownOnlyAtRunTime) {
  OneNodeModel::Result result =
      OneNodeModel("ReduceSum", 13).input(matrix()).input(ints({1}, {1})).run();
  EXPECT_TRUE(result.unsupported);
}

} // namespace
} // namespace tenon

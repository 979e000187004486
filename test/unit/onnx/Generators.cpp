// SPDX-License-Identifier: Apache-2.0
// Operators that make tensors from sizes, indices and attributes.
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>
#include <limits>

namespace tenon {
namespace {

using Values = std::vector<double>;

TEST(OneHot, NegativeIndicesCountFromTheEndSinceOpset11) {
  auto hot = [](int64_t opset) {
    return OneNodeModel("OneHot", opset)
        .input(ints({3}, {1, -1, 3}))
        .constant(ints({}, {3}))
        .input(floats({2}, {0, 5}))
        .values();
  };
  EXPECT_EQ((Values{0, 5, 0, 0, 0, 0, 0, 0, 0}), hot(9));
  EXPECT_EQ((Values{0, 5, 0, 0, 0, 5, 0, 0, 0}), hot(11));
}

TEST(OneHot, TheAxisIsWhereTheClassesGo) {
  EXPECT_EQ((Values{0, 1, 1, 0}), OneNodeModel("OneHot", 11)
                                      .input(ints({2}, {1, 0}))
                                      .constant(floats({1}, {2}))
                                      .input(ints({2}, {0, 1}))
                                      .attribute("axis", int64_t(0))
                                      .values());
}

OneNodeModel range(double start, double limit, double delta) {
  return OneNodeModel("Range", 11)
      .constant(floats({}, {start}))
      .constant(floats({}, {limit}))
      .constant(floats({}, {delta}));
}

TEST(Range, LeavesOutTheLimit) {
  EXPECT_EQ((Values{1, 3}), range(1, 5, 2).values());
  EXPECT_EQ((Values{10, 8, 6}), range(10, 4, -2).values());
  EXPECT_EQ(Values{}, range(3, 1, 1).values());
  EXPECT_EQ(3U, range(0, 0.9F, 0.3F).values().size());
  EXPECT_EQ((Values{10, 8, 6}), OneNodeModel("Range", 11)
                                    .constant(ints({}, {10}))
                                    .constant(ints({}, {4}))
                                    .constant(ints({}, {-2}))
                                    .values());
}

TEST(Range, RefusesStepsThatNeverEnd) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_NE("", range(0, 1, 0).run().problem);
  EXPECT_NE("", range(0, kInfinity, 1).run().problem);
  EXPECT_EQ("delta is 0", OneNodeModel("Range", 11)
                              .constant(ints({}, {1}))
                              .constant(ints({}, {4}))
                              .constant(ints({}, {0}))
                              .run()
                              .problem);
  EXPECT_TRUE(OneNodeModel("Range", 11)
                  .input(ints({}, {1}))
                  .input(ints({}, {4}))
                  .input(ints({}, {1}))
                  .run()
                  .unsupported);
}

TEST(Shape, TakesPartsSinceOpset15) {
  TestTensor x = floats({2, 3, 1}, {0, 0, 0, 0, 0, 0});
  EXPECT_EQ((Values{2, 3, 1}), OneNodeModel("Shape", 7).input(x).values());
  auto part = [&](int64_t start, int64_t end) {
    return OneNodeModel("Shape", 15)
        .input(x)
        .dynamic(0, "batch")
        .attribute("start", start)
        .attribute("end", end)
        .values();
  };
  EXPECT_EQ((Values{3}), part(1, -1));
  EXPECT_EQ((Values{2, 3, 1}), part(-9, 9));
  EXPECT_EQ(Values{}, part(2, 1));
}

TEST(Constant, NumbersAreScalarsAndLists) {
  EXPECT_EQ(
      (Values{3}),
      OneNodeModel("Constant", 12).attribute("value_int", int64_t(3)).values());
  EXPECT_EQ((Values{1, 2}),
            OneNodeModel("Constant", 12)
                .attribute("value_ints", std::vector<int64_t>{1, 2})
                .values());
  EXPECT_EQ(
      (Values{0.5}),
      OneNodeModel("Constant", 12).attribute("value_float", 0.5F).values());
  EXPECT_TRUE(OneNodeModel("Constant", 12)
                  .attribute("value_string", "text")
                  .run()
                  .unsupported);
  EXPECT_EQ("has 0 attributes and must have one",
            OneNodeModel("Constant", 12).run().problem);
}

TEST(ConstantOfShape, RepeatsOneValue) {
  auto filled = [](Values sizes) {
    return OneNodeModel("ConstantOfShape", 9)
        .constant(ints({static_cast<int64_t>(sizes.size())}, sizes))
        .attribute("value", ints({1}, {7}));
  };
  EXPECT_EQ((Values{7, 7}), filled({1, 2}).values());
  EXPECT_EQ((Values{7}), filled({}).values());
  EXPECT_EQ("size -1 is negative", filled({-1}).run().problem);
}

TEST(EyeLike, DiagonalsMove) {
  TestTensor x = ints({2, 3}, {9, 9, 9, 9, 9, 9});
  auto eye = [&](int64_t k) {
    return OneNodeModel("EyeLike", 9).input(x).attribute("k", k).values();
  };
  EXPECT_EQ((Values{1, 0, 0, 0, 1, 0}), eye(0));
  EXPECT_EQ((Values{0, 0, 1, 0, 0, 0}), eye(2));
  EXPECT_EQ((Values{0, 0, 0, 1, 0, 0}), eye(-1));
}

TEST(Trilu, KeepsOneSideOfADiagonal) {
  TestTensor x = floats({1, 2, 3}, {1, 2, 3, 4, 5, 6});
  auto part = [&](int64_t upper, double k) {
    return OneNodeModel("Trilu", 14)
        .input(x)
        .input(ints({}, {k}))
        .attribute("upper", upper)
        .values();
  };
  EXPECT_EQ((Values{1, 2, 3, 0, 5, 6}), part(1, 0));
  EXPECT_EQ((Values{1, 2, 0, 4, 5, 6}), part(0, 1));
}

TEST(CumSum, RunsFromEitherEnd) {
  auto sums = [](int64_t exclusive, int64_t reverse) {
    return OneNodeModel("CumSum", 14)
        .input(floats({1, 3}, {1, 2, 3}))
        .constant(ints({}, {-1}))
        .attribute("exclusive", exclusive)
        .attribute("reverse", reverse)
        .values();
  };
  EXPECT_EQ((Values{1, 3, 6}), sums(0, 0));
  EXPECT_EQ((Values{0, 1, 3}), sums(1, 0));
  EXPECT_EQ((Values{6, 5, 3}), sums(0, 1));
  EXPECT_EQ((Values{5, 3, 0}), sums(1, 1));
}

TEST(CumSum, HalfTypesAreAddedWide) {
  TestTensor ones{OnnxElementType::Bfloat16, {400}, Values(400, 1)};
  EXPECT_EQ(400, OneNodeModel("CumSum", 14)
                     .input(ones)
                     .constant(ints({}, {0}))
                     .values()
                     .back());
}

TEST(HannWindow, IsPeriodicOrSymmetric) {
  auto window = [](int64_t periodic) {
    return OneNodeModel("HannWindow", 17)
        .constant(ints({}, {3}))
        .attribute("periodic", periodic)
        .values();
  };
  Values symmetric = window(0), whole = window(1);
  ASSERT_EQ(3U, symmetric.size());
  EXPECT_NEAR(1, symmetric[1], 1e-6);
  EXPECT_NEAR(0, symmetric[2], 1e-6);
  EXPECT_NEAR(0.75, whole[2], 1e-6);
}

} // namespace
} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Operators that only move elements: axes in every opset, what is refused.
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;

TestTensor matrix() { return floats({2, 3}, {1, 2, 3, 4, 5, 6}); }

TEST(Transpose, ReversesWithoutAPermutation) {
  OneNodeModel model("Transpose", 13);
  EXPECT_EQ((Values{1, 4, 2, 5, 3, 6}), model.input(matrix()).values());
  OneNodeModel wrong("Transpose", 13);
  wrong.input(matrix()).attribute("perm", Dims{0, 0});
  EXPECT_NE("", wrong.run().problem);
  OneNodeModel brief("Transpose", 13);
  brief.input(matrix()).attribute("perm", Dims{0});
  EXPECT_NE("", brief.run().problem);
}

TEST(Concat, JoinsAndChecksRanks) {
  OneNodeModel model("Concat", 13);
  model.input(matrix()).dynamic(0, "N").input(floats({2, 1}, {7, 8}));
  model.attribute("axis", int64_t(-1));
  EXPECT_EQ((Values{1, 2, 3, 7, 4, 5, 6, 8}), model.values());
  OneNodeModel wrong("Concat", 13);
  wrong.input(matrix()).input(floats({2}, {7, 8}));
  EXPECT_NE("", wrong.attribute("axis", int64_t(0)).run().problem);
}

TEST(Flatten, TakesTheDimensionsBeforeTheAxisTogether) {
  auto dims = [](int64_t axis) {
    OneNodeModel model("Flatten", 13);
    model.input(floats({1, 2, 3}, {1, 2, 3, 4, 5, 6})).dynamic(0, "N");
    return model.attribute("axis", axis).run().outputs.at(0).dims;
  };
  EXPECT_EQ((Dims{1, 6}), dims(0));
  EXPECT_EQ((Dims{2, 3}), dims(2));
  EXPECT_EQ((Dims{2, 3}), dims(-1));
  EXPECT_EQ((Dims{6, 1}), dims(3));
}

TEST(Squeeze, AxesMovedFromAttributeToOperand) {
  TestTensor x = floats({1, 2, 1}, {1, 2});
  OneNodeModel old("Squeeze", 11), model("Squeeze", 13), all("Squeeze", 13);
  old.input(x).attribute("axes", Dims{0});
  EXPECT_EQ((Dims{2, 1}), old.run().outputs.at(0).dims);
  model.input(x).constant(ints({1}, {-1}));
  EXPECT_EQ((Dims{1, 2}), model.run().outputs.at(0).dims);
  EXPECT_EQ((Dims{2}), all.input(x).run().outputs.at(0).dims);
}

TEST(Squeeze, RefusesADimensionThatIsNotOrMayNotBeOne) {
  OneNodeModel wrong("Squeeze", 13), open("Squeeze", 13);
  wrong.input(matrix()).constant(ints({1}, {0}));
  EXPECT_NE("", wrong.run().problem);
  open.input(matrix()).dynamic(0, "N");
  OneNodeModel::Result result = open.run();
  EXPECT_NE("", result.problem);
  EXPECT_TRUE(result.unsupported);
}

TEST(Unsqueeze, CountsAxesOfTheResult) {
  OneNodeModel model("Unsqueeze", 13), old("Unsqueeze", 11);
  model.input(matrix()).constant(ints({2}, {-1, 0}));
  EXPECT_EQ((Dims{1, 2, 3, 1}), model.run().outputs.at(0).dims);
  old.input(matrix()).attribute("axes", Dims{1});
  EXPECT_EQ((Dims{2, 1, 3}), old.run().outputs.at(0).dims);
}

TEST(Expand, BroadcastsBothWays) {
  OneNodeModel model("Expand", 13), brief("Expand", 13);
  model.input(floats({2, 1}, {1, 2})).constant(ints({3}, {2, 1, 2}));
  OneNodeModel::Result result = model.run();
  EXPECT_EQ((Dims{2, 2, 2}), result.outputs.at(0).dims);
  EXPECT_EQ((Values{1, 1, 2, 2, 1, 1, 2, 2}), result.outputs.at(0).values);
  brief.input(matrix()).constant(ints({1}, {1}));
  EXPECT_EQ((Dims{2, 3}), brief.run().outputs.at(0).dims);
}

TEST(DepthToSpace, OrdersOfDepth) {
  TestTensor x = floats({1, 8, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7});
  auto depths = [&](const char *mode) {
    OneNodeModel model("DepthToSpace", 11);
    model.input(x).attribute("blocksize", int64_t(2));
    return model.attribute("mode", mode).values();
  };
  EXPECT_EQ((Values{0, 2, 4, 6, 1, 3, 5, 7}), depths("DCR"));
  EXPECT_EQ((Values{0, 1, 2, 3, 4, 5, 6, 7}), depths("CRD"));
}

TEST(SpaceToDepth, IsItsInverseAndNeedsWholeBlocks) {
  OneNodeModel model("SpaceToDepth", 13), odd("SpaceToDepth", 13);
  model.input(floats({1, 1, 2, 2}, {1, 2, 3, 4})).dynamic(2, "H");
  EXPECT_EQ((Dims{1, 4, 1, 1}),
            model.attribute("blocksize", int64_t(2)).run().outputs.at(0).dims);
  odd.input(floats({1, 1, 3, 2}, {1, 2, 3, 4, 5, 6})).dynamic(2, "H");
  EXPECT_NE("", odd.attribute("blocksize", int64_t(2)).run().problem);
}

} // namespace
} // namespace tenon

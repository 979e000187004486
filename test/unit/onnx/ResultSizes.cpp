// SPDX-License-Identifier: Apache-2.0
// Results of sizes that cannot be are refused, whatever operator asks for
// them; sizes that may be wrong are refused when they are.
#include "compiler/onnx/RequireSource.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Dims = std::vector<int64_t>;
using Values = std::vector<double>;

TestTensor row() { return floats({4}, {1, 2, 3, 4}); }

bool refuses(const char *op, Values operand, int64_t opset = 13) {
  OneNodeModel model(op, opset);
  model.input(row()).constant(
      ints({static_cast<int64_t>(operand.size())}, operand));
  OneNodeModel::Result result = model.run();
  return !result.problem.empty() && !result.unsupported;
}

TEST(ResultSizes, MustNotBeNegative) {
  EXPECT_TRUE(refuses("Pad", {-3, -3}));
  EXPECT_TRUE(refuses("Tile", {-1}));
  EXPECT_TRUE(refuses("Expand", {-5}));
  EXPECT_TRUE(refuses("CenterCropPad", {-2}, 18));
  OneNodeModel pool("MaxPool", 13);
  pool.input(floats({1, 1, 5}, Values(5, 1)));
  EXPECT_NE("", pool.attribute("kernel_shape", Dims{10}).run().problem);
}

TEST(ResultSizes, MustBeCountable) {
  constexpr double kHuge = 4611686018427387904.0; // 2^62
  EXPECT_TRUE(refuses("Tile", {kHuge}));
  EXPECT_TRUE(refuses("Pad", {kHuge, kHuge}));
  OneNodeModel model("Expand", 13);
  model.input(floats({1}, {1})).constant(ints({2}, {kHuge, kHuge}));
  EXPECT_NE("", model.run().problem);
}

TEST(ResultSizes, WhatIsReadMustNotBeEmpty) {
  OneNodeModel resize("Resize", 13), pad("Pad", 13), constant("Pad", 13);
  resize.input(floats({0}, {})).dynamic(0, "N").noInput().noInput();
  EXPECT_NE("", resize.constant(ints({1}, {4})).run().problem);
  pad.input(floats({0}, {})).dynamic(0, "N").constant(ints({2}, {1, 0}));
  EXPECT_NE("", pad.attribute("mode", "edge").run().problem);
  constant.input(floats({0}, {})).dynamic(0, "N").constant(ints({2}, {1, 0}));
  EXPECT_EQ((Values{0}), constant.values());
}

TEST(ResultSizes, DimensionsMayBeNamedAsExpressionsAreNot) {
  OneNodeModel model("Relu", 14);
  model.input(row()).dynamic(0, "invalid");
  EXPECT_EQ((Values{1, 2, 3, 4}), model.values());
}

} // namespace
} // namespace tenon

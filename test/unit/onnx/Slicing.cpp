// SPDX-License-Identifier: Apache-2.0
// Slice, Split, Pad, Tile and CenterCropPad: clamps, signs, opsets, and sizes
// that are only known when a shape is bound.
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;
constexpr double kToTheEnd = 9223372036854774784.0; // a double below 2^63

TestTensor row(int64_t count) {
  Values values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(static_cast<double>(i));
  return floats({count}, values);
}

OneNodeModel slice(double start, double end, double step) {
  OneNodeModel model("Slice", 13);
  model.input(row(6)).dynamic(0, "N");
  model.constant(ints({1}, {start})).constant(ints({1}, {end}));
  model.constant(ints({1}, {0})).constant(ints({1}, {step}));
  return model;
}

TEST(Slice, ClampsAsNumpyDoesOnADimensionOfAnyLength) {
  EXPECT_EQ((Values{1, 2}), slice(1, 3, 1).values());
  EXPECT_EQ((Values{4, 5}), slice(-2, kToTheEnd, 1).values());
  EXPECT_EQ((Values{0, 1, 2, 3}), slice(-100, -2, 1).values());
  EXPECT_EQ((Values{}), slice(4, 2, 1).values());
  EXPECT_EQ((Values{}), slice(100, 200, 1).values());
  EXPECT_EQ((Values{1, 3, 5}), slice(1, 100, 2).values());
}

TEST(Slice, GoesBackwards) {
  EXPECT_EQ((Values{5, 4, 3, 2, 1, 0}), slice(-1, -kToTheEnd, -1).values());
  EXPECT_EQ((Values{4, 2}), slice(4, 0, -2).values());
  EXPECT_EQ((Values{5, 3}), slice(100, -5, -2).values());
  EXPECT_EQ((Values{}), slice(2, 4, -1).values());
}

TEST(Slice, TakesAttributesBeforeOpset10) {
  OneNodeModel model("Slice", 9);
  model.input(floats({2, 3}, {1, 2, 3, 4, 5, 6}));
  model.attribute("starts", Dims{1}).attribute("ends", Dims{3});
  model.attribute("axes", Dims{1});
  EXPECT_EQ((Values{2, 3, 5, 6}), model.values());
}

TEST(Slice, RefusesAStepOfZeroAndListsThatDisagree) {
  EXPECT_NE("", slice(0, 3, 0).run().problem);
  OneNodeModel model("Slice", 13);
  model.input(row(3)).constant(ints({2}, {0, 0})).constant(ints({1}, {1}));
  EXPECT_NE("", model.run().problem);
}

TEST(Split, EqualPartsAndASmallerLastOneSinceOpset18) {
  OneNodeModel even("Split", 13);
  even.input(row(6)).outputs(3);
  EXPECT_EQ((Values{2, 3}), even.run().outputs.at(1).values);
  OneNodeModel uneven("Split", 18);
  uneven.input(row(7)).attribute("num_outputs", int64_t(3)).outputs(3);
  EXPECT_EQ((Values{6}), uneven.run().outputs.at(2).values);
  OneNodeModel odd("Split", 13);
  odd.input(row(7)).outputs(3);
  EXPECT_NE("", odd.run().problem);
}

TEST(Split, SizesAreAnAttributeAndLaterAnOperand) {
  OneNodeModel old("Split", 11);
  old.input(row(5)).attribute("split", Dims{1, 4}).outputs(2);
  EXPECT_EQ((Values{1, 2, 3, 4}), old.run().outputs.at(1).values);
  OneNodeModel model("Split", 13);
  model.input(row(5)).constant(ints({2}, {3, 2})).outputs(2);
  EXPECT_EQ((Values{3, 4}), model.run().outputs.at(1).values);
  OneNodeModel wrong("Split", 13);
  wrong.input(row(5)).constant(ints({2}, {3, 3})).outputs(2);
  EXPECT_NE("", wrong.run().problem);
}

OneNodeModel pad(const char *mode, double low, double high) {
  OneNodeModel model("Pad", 19);
  model.input(row(3)).dynamic(0, "N");
  model.constant(ints({2}, {low, high})).attribute("mode", mode);
  return model;
}

TEST(Pad, EveryMode) {
  EXPECT_EQ((Values{0, 0, 0, 1, 2, 0}), pad("constant", 2, 1).values());
  EXPECT_EQ((Values{0, 0, 0, 1, 2, 2}), pad("edge", 2, 1).values());
  EXPECT_EQ((Values{2, 1, 0, 1, 2, 1}), pad("reflect", 2, 1).values());
  EXPECT_EQ((Values{1, 2, 0, 1, 2, 0}), pad("wrap", 2, 1).values());
  EXPECT_EQ((Values{1}), pad("constant", -1, -1).values());
}

TEST(Pad, ReflectsAgainAndAgain) {
  EXPECT_EQ((Values{1, 0, 1, 2, 1, 0, 1, 2, 1}), pad("reflect", 5, 1).values());
}

TEST(Pad, OpsetsDiffer) {
  OneNodeModel old("Pad", 10);
  old.input(row(2)).attribute("pads", Dims{1, 0}).attribute("value", 7.0F);
  EXPECT_EQ((Values{7, 0, 1}), old.values());
  OneNodeModel early("Pad", 18);
  early.input(row(2)).constant(ints({2}, {1, 0})).attribute("mode", "wrap");
  EXPECT_NE("", early.run().problem);
  OneNodeModel axes("Pad", 18);
  axes.input(floats({1, 2}, {1, 2})).constant(ints({2}, {0, 1}));
  axes.constant(floats({}, {9})).constant(ints({1}, {-1}));
  EXPECT_EQ((Values{1, 2, 9}), axes.values());
}

TEST(Tile, RepeatsEachDimension) {
  OneNodeModel model("Tile", 13);
  model.input(floats({1, 2}, {1, 2})).constant(ints({2}, {2, 2}));
  EXPECT_EQ((Values{1, 2, 1, 2, 1, 2, 1, 2}), model.values());
  OneNodeModel none("Tile", 13);
  none.input(row(2)).constant(ints({1}, {0}));
  EXPECT_EQ((Dims{0}), none.run().outputs.at(0).dims);
}

TEST(CenterCropPad, CutsAndPadsAboutTheMiddle) {
  auto fitted = [](double size) {
    OneNodeModel model("CenterCropPad", 18);
    model.input(row(4)).dynamic(0, "N").constant(ints({1}, {size}));
    return model.values();
  };
  EXPECT_EQ((Values{1, 2}), fitted(2));
  EXPECT_EQ((Values{0, 1, 2}), fitted(3));
  EXPECT_EQ((Values{0, 0, 1, 2, 3, 0, 0}), fitted(7));
}

} // namespace
} // namespace tenon

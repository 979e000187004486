// SPDX-License-Identifier: Apache-2.0
// Operators that read elements at places that are data: order of loops,
// negative and wrong indices.
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;

TestTensor matrix() { return floats({2, 3}, {1, 2, 3, 4, 5, 6}); }

TEST(Gather, AlongAnAxisFromEitherEnd) {
  OneNodeModel model("Gather", 13);
  model.input(matrix()).dynamic(0, "N").input(ints({2}, {-1, 0}));
  OneNodeModel::Result result = model.attribute("axis", int64_t(1)).run();
  EXPECT_EQ((Dims{2, 2}), result.outputs.at(0).dims);
  EXPECT_EQ((Values{3, 1, 6, 4}), result.outputs.at(0).values);
}

TEST(Gather, ReportsAnIndexOutside) {
  for (double index : {2.0, -3.0}) {
    OneNodeModel model("Gather", 13);
    model.input(matrix()).input(ints({1}, {index}));
    EXPECT_NE("", model.run().problem);
  }
}

TEST(GatherElements, KeepsTheOtherIndices) {
  OneNodeModel model("GatherElements", 13);
  model.input(matrix()).dynamic(1, "W");
  model.input(ints({1, 3}, {1, 0, -1}));
  EXPECT_EQ((Values{4, 2, 6}), model.values());
}

TEST(GatherElements, RefusesIndicesLongerThanTheData) {
  OneNodeModel model("GatherElements", 13);
  model.input(matrix()).input(ints({2, 4}, Values(8, 0)));
  EXPECT_NE("", model.run().problem);
  OneNodeModel open("GatherElements", 13);
  open.input(matrix()).dynamic(1, "W").input(ints({2, 4}, Values(8, 0)));
  EXPECT_NE("", open.run().problem);
}

TEST(GatherND, TuplesPickElementsOrSlices) {
  OneNodeModel elements("GatherND", 11), slices("GatherND", 11);
  elements.input(matrix()).input(ints({2, 2}, {0, 2, -1, 0}));
  EXPECT_EQ((Values{3, 4}), elements.values());
  slices.input(matrix()).input(ints({1, 1}, {1}));
  OneNodeModel::Result result = slices.run();
  EXPECT_EQ((Dims{1, 3}), result.outputs.at(0).dims);
  EXPECT_EQ((Values{4, 5, 6}), result.outputs.at(0).values);
}

TEST(GatherND, SharesBatchDimensions) {
  OneNodeModel model("GatherND", 12);
  model.input(matrix()).dynamic(0, "N").input(ints({2, 1}, {2, 0}));
  EXPECT_EQ((Values{3, 4}), model.attribute("batch_dims", int64_t(1)).values());
  OneNodeModel early("GatherND", 11), wrong("GatherND", 12);
  early.input(matrix()).input(ints({2, 1}, {2, 0}));
  EXPECT_NE("", early.attribute("batch_dims", int64_t(1)).run().problem);
  wrong.input(matrix()).input(ints({1, 3}, {0, 0, 0}));
  EXPECT_NE("", wrong.run().problem);
}

TEST(ReverseSequence, ReversesWhatEachLengthCovers) {
  OneNodeModel model("ReverseSequence", 10);
  model.input(floats({3, 2}, {1, 2, 3, 4, 5, 6})).dynamic(0, "T");
  model.input(ints({2}, {3, 2}));
  EXPECT_EQ((Values{5, 4, 3, 2, 1, 6}), model.values());
}

OneNodeModel grid(const char *mode, const char *outside, Values points) {
  OneNodeModel model("GridSample", 20);
  auto count = static_cast<int64_t>(points.size());
  model.input(floats({1, 1, 4}, {0, 8, 16, 24})).dynamic(2, "W");
  model.input(floats({1, count, 1}, std::move(points)));
  model.attribute("align_corners", int64_t(1)).attribute("mode", mode);
  return std::move(model.attribute("padding_mode", outside));
}

TEST(GridSample, ReadsBetweenElements) {
  // -1 and 1 are elements 0 and 3; 0 is halfway between 1 and 2.
  EXPECT_EQ((Values{0, 12, 24}), grid("linear", "zeros", {-1, 0, 1}).values());
  EXPECT_EQ((Values{16}), grid("nearest", "zeros", {0}).values());
  EXPECT_EQ((Values{12}), grid("cubic", "border", {0}).values());
}

TEST(GridSample, OutsideIsZeroTheBorderOrMirrored) {
  Values points{-5.0 / 3, 5.0 / 3}; // elements -1 and 4
  EXPECT_EQ((Values{0, 0}), grid("nearest", "zeros", points).values());
  EXPECT_EQ((Values{0, 24}), grid("nearest", "border", points).values());
  EXPECT_EQ((Values{8, 16}), grid("nearest", "reflection", points).values());
}

TEST(RoiAlign, AveragesSamplesOfEachCell) {
  OneNodeModel model("RoiAlign", 16);
  model.input(floats({1, 1, 1, 4}, {0, 8, 16, 24}));
  // From 0 to 4 less half a pixel: cells of 2, samples at 0 1, 2 3.
  model.input(floats({1, 4}, {0, 0, 4, 1})).input(ints({1}, {0}));
  model.attribute("output_width", int64_t(2));
  EXPECT_EQ((Values{4, 20}),
            model.attribute("sampling_ratio", int64_t(2)).values());
  OneNodeModel adaptive("RoiAlign", 16);
  adaptive.input(floats({1, 1, 1, 4}, {0, 8, 16, 24}));
  adaptive.input(floats({1, 4}, {0, 0, 4, 1})).input(ints({1}, {0}));
  EXPECT_TRUE(adaptive.run().unsupported);
}

TEST(DeformConv, MovesAndMasksTaps) {
  OneNodeModel model("DeformConv", 19);
  model.input(floats({1, 1, 1, 3}, {1, 2, 3}));
  model.input(floats({1, 1, 1, 1}, {10}));
  // Rows stay; columns move by 1/2, 1 and 0.
  model.input(floats({1, 2, 1, 3}, {0, 0, 0, .5, 1, 0}));
  model.input(floats({1}, {1})).input(floats({1, 1, 1, 3}, {1, 1, .5}));
  EXPECT_EQ((Values{16, 31, 16}), model.values());
}

} // namespace
} // namespace tenon

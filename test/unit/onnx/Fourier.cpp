// SPDX-License-Identifier: Apache-2.0
// DFT, STFT, Col2Im, AffineGrid, Det and MelWeightMatrix on values by hand.
#include "compiler/onnx/FourierBasis.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;

void expectNear(const Values &expected, const Values &found) {
  ASSERT_EQ(expected.size(), found.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(expected[i], found[i], 1e-5) << "element " << i;
}

// The transform of (1, 2, 3, 4) is 10, -2 + 2i, -2, -2 - 2i.
TestTensor signal() { return floats({1, 4, 1}, {1, 2, 3, 4}); }

TEST(DFT, OfARealSignalOfAnyLength) {
  OneNodeModel model("DFT", 17);
  model.input(signal()).dynamic(1, "T");
  expectNear({10, 0, -2, 2, -2, 0, -2, -2}, model.values());
  OneNodeModel half("DFT", 20);
  half.input(signal()).attribute("onesided", int64_t(1));
  expectNear({10, 0, -2, 2, -2, 0}, half.values());
}

TEST(DFT, InverseOfAWholeAndOfHalfASpectrum) {
  OneNodeModel whole("DFT", 20), half("DFT", 20);
  whole.input(floats({1, 4, 2}, {10, 0, -2, 2, -2, 0, -2, -2}));
  expectNear({1, 0, 2, 0, 3, 0, 4, 0},
             whole.attribute("inverse", int64_t(1)).values());
  half.input(floats({1, 3, 2}, {10, 0, -2, 2, -2, 0})).noInput();
  half.constant(ints({}, {-2})).attribute("onesided", int64_t(1));
  OneNodeModel::Result result = half.attribute("inverse", int64_t(1)).run();
  EXPECT_EQ((Dims{1, 4, 1}), result.outputs.at(0).dims);
  expectNear({1, 2, 3, 4}, result.outputs.at(0).values);
}

TEST(DFT, PadsAndCutsToTheGivenLength) {
  OneNodeModel longer("DFT", 20), shorter("DFT", 20);
  longer.input(floats({1, 2, 1}, {1, 2})).constant(ints({}, {4}));
  expectNear({3, 0, 1, -2, -1, 0, 1, 2}, longer.values());
  shorter.input(signal()).constant(ints({}, {2}));
  expectNear({3, 0, -1, 0}, shorter.values());
}

TEST(DFT, RefusesTheDimensionOfParts) {
  OneNodeModel model("DFT", 17), three("DFT", 17);
  model.input(signal()).attribute("axis", int64_t(-1));
  EXPECT_NE("", model.run().problem);
  three.input(floats({1, 1, 3}, {1, 2, 3}));
  EXPECT_NE("", three.run().problem);
}

TEST(STFT, TransformsOverlappingWindowedFrames) {
  OneNodeModel model("STFT", 17);
  model.input(signal()).dynamic(1, "T").constant(ints({}, {1}));
  model.constant(floats({2}, {1, 10}));
  OneNodeModel::Result result = model.run();
  EXPECT_EQ((Dims{1, 3, 2, 2}), result.outputs.at(0).dims);
  expectNear({21, 0, -19, 0, 32, 0, -28, 0, 43, 0, -37, 0},
             result.outputs.at(0).values);
}

TEST(Col2Im, AddsWhatOverlaps) {
  OneNodeModel model("Col2Im", 18);
  model.input(floats({1, 2, 2}, {1, 2, 10, 20}));
  model.constant(ints({1}, {3})).constant(ints({1}, {2}));
  EXPECT_EQ((Values{1, 12, 20}), model.values());
}

TEST(AffineGrid, RunsOverCentresOrCorners) {
  auto corners = [](int64_t align) {
    OneNodeModel model("AffineGrid", 20);
    model.input(floats({1, 2, 3}, {1, 0, 5, 0, 1, 0}));
    model.constant(ints({4}, {1, 1, 1, 2}));
    return model.attribute("align_corners", align).values();
  };
  expectNear({4.5, 0, 5.5, 0}, corners(0));
  expectNear({4, 0, 6, 0}, corners(1));
}

TEST(Det, ExpandsSmallMatrices) {
  OneNodeModel two("Det", 11), three("Det", 11), large("Det", 11);
  EXPECT_EQ((Values{-2}), two.input(floats({2, 2}, {1, 2, 3, 4})).values());
  three.input(floats({1, 3, 3}, {2, 0, 1, 1, 3, 2, 1, 1, 4})).dynamic(0, "N");
  EXPECT_EQ((Values{18}), three.values());
  large.input(floats({7, 7}, Values(49, 1)));
  EXPECT_TRUE(large.run().unsupported);
}

TEST(MelWeightMatrix, HasTriangles) {
  OneNodeModel model("MelWeightMatrix", 17);
  model.constant(ints({}, {2})).constant(ints({}, {8}));
  model.constant(ints({}, {8000})).constant(floats({}, {0}));
  OneNodeModel::Result result = model.constant(floats({}, {4000})).run();
  ASSERT_EQ("", result.problem);
  EXPECT_EQ((Dims{5, 2}), result.outputs.at(0).dims);
}

TEST(MelWeightMatrix, RefusesAMatrixWithoutMeaning) {
  OneNodeModel huge("MelWeightMatrix", 17);
  huge.constant(ints({}, {1e6})).constant(ints({}, {1e6}));
  huge.constant(ints({}, {8000})).constant(floats({}, {0}));
  EXPECT_NE("", huge.constant(floats({}, {4000})).run().problem);
}

} // namespace
} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Weights in panels: the bytes, the map back, and what stays as it is.
#include "compiler/transform/PackWeights.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

using PackWeightsTest = TransformTest;

const char *const kProduct = R"(
    func.func @main(%x: tensor<3x5xf32>, %w: tensor<20x5xf32>)
        -> tensor<3x20xf32> {
      %r = tenon.contract %x [0, 2], %w [1, 2]
          : (tensor<3x5xf32>, tensor<20x5xf32>) -> tensor<3x20xf32>
      return %r : tensor<3x20xf32>
    })";

TEST_F(PackWeightsTest, PanelsOfColumns) {
  auto function = run(kProduct, {packWeights}, 1);
  auto weights = first<ConstantOp>(function);
  EXPECT_EQ(sizesOf(weights.getResult()), (Sizes{2, 5, 16}));
  // Row 1 of panel 1 holds column 1 of rows 16..19 of the weights, then zeros.
  auto original = inputsOf(function)[1];
  for (int64_t lane = 0; lane < 16; ++lane) {
    double expected = lane < 4 ? original.at((16 + lane) * 5 + 1).real : 0.0;
    EXPECT_EQ(constantElement(weights, {1, 1, lane})->real, expected);
  }
}

TEST_F(PackWeightsTest, LeavesWeightsOfTheUser) {
  auto function = run(kProduct, {packWeights}, 0);
  EXPECT_EQ(count<ConstantOp>(function), 0u);
}

TEST_F(PackWeightsTest, LeavesWhatOthersReadToo) {
  auto function = run(R"(
    func.func @main(%x: tensor<3x5xf32>, %w: tensor<20x5xf32>)
        -> (tensor<3x20xf32>, tensor<20x5xf32>) {
      %r = tenon.contract %x [0, 2], %w [1, 2]
          : (tensor<3x5xf32>, tensor<20x5xf32>) -> tensor<3x20xf32>
      %s = tenon.elementwise <neg> (%w)
          : (tensor<20x5xf32>) -> tensor<20x5xf32>
      return %r, %s : tensor<3x20xf32>, tensor<20x5xf32>
    })",
                      {packWeights}, 1);
  EXPECT_EQ(sizesOf(first<ConstantOp>(function).getResult()), (Sizes{20, 5}));
}

TEST_F(PackWeightsTest, BatchesStayOutermost) {
  auto function = run(R"(
    func.func @main(%x: tensor<2x3x4x5xf16>, %w: tensor<4x16x2x5xf16>)
        -> tensor<2x3x16xf16> {
      %r = tenon.contract %x [0, 1, 4, 3], %w [4, 2, 0, 3]
          : (tensor<2x3x4x5xf16>, tensor<4x16x2x5xf16>) -> tensor<2x3x16xf16>
      return %r : tensor<2x3x16xf16>
    })",
                      {packWeights}, 1);
  EXPECT_EQ(sizesOf(first<ConstantOp>(function).getResult()),
            (Sizes{2, 1, 5, 4, 16}));
}

TEST_F(PackWeightsTest, FiltersOfConvolutions) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x3x4x5xf32>, %w: tensor<20x5x3x2xf32>)
        -> tensor<1x3x3x20xf32> {
      %r = tenon.window <convolve> %x, %w
        {kernel = array<i64: 3, 2>, strides = array<i64: 1, 1>,
         dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>,
         low = #tenon.index<"1", "0">, high = #tenon.index<"1", "0">,
         groups = 1 : i64, channels_last = true}
        : (tensor<1x3x4x5xf32>, tensor<20x5x3x2xf32>) -> tensor<1x3x3x20xf32>
      return %r : tensor<1x3x3x20xf32>
    })",
                      {packWeights}, 1);
  EXPECT_EQ(sizesOf(first<ConstantOp>(function).getResult()),
            (Sizes{2, 3, 2, 5, 16}));
}

TEST_F(PackWeightsTest, DepthwiseFiltersHaveNoPanels) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x3x4x5xf32>, %w: tensor<5x1x2x2xf32>)
        -> tensor<1x2x3x5xf32> {
      %r = tenon.window <convolve> %x, %w
        {kernel = array<i64: 2, 2>, strides = array<i64: 1, 1>,
         dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>,
         low = #tenon.index<"0", "0">, high = #tenon.index<"0", "0">,
         groups = 5 : i64, channels_last = true}
        : (tensor<1x3x4x5xf32>, tensor<5x1x2x2xf32>) -> tensor<1x2x3x5xf32>
      return %r : tensor<1x2x3x5xf32>
    })",
                      {packWeights}, 1);
  EXPECT_EQ(sizesOf(first<ConstantOp>(function).getResult()),
            (Sizes{1, 2, 2, 1, 5}));
}

} // namespace
} // namespace tenon

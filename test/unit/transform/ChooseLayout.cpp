// SPDX-License-Identifier: Apache-2.0
// Which convolutions become channels-last, and that they compute the same.
#include "compiler/transform/ChooseLayout.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

using ChooseLayoutTest = TransformTest;

const char *const kConvolution = R"(
    func.func @main(%x: tensor<2x3x6x5xf32>, %w: tensor<4x3x3x3xf32>)
        -> tensor<2x4x6x5xf32> {
      %r = tenon.window <convolve> %x, %w
        {kernel = array<i64: 3, 3>, strides = array<i64: 1, 1>,
         dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>,
         low = #tenon.index<"1", "1">, high = #tenon.index<"1", "1">,
         groups = 1 : i64, channels_last = false}
        : (tensor<2x3x6x5xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x6x5xf32>
      return %r : tensor<2x4x6x5xf32>
    })";

TEST_F(ChooseLayoutTest, KnownFiltersGoChannelsLast) {
  auto function = run(kConvolution, {chooseLayout}, 1);
  WindowOp window = first<WindowOp>(function);
  EXPECT_TRUE(window.getChannelsLast());
  EXPECT_EQ(sizesOf(window.getResult()), (Sizes{2, 6, 5, 4}));
  EXPECT_EQ(count<TransposeOp>(function), 2u);
}

TEST_F(ChooseLayoutTest, FiltersOfTheUserStay) {
  auto function = run(kConvolution, {chooseLayout}, 0);
  EXPECT_FALSE(first<WindowOp>(function).getChannelsLast());
  EXPECT_EQ(count<TransposeOp>(function), 0u);
}

TEST_F(ChooseLayoutTest, OneAndThreeDimensionsAndDepthwise) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x3x8xf32>, %y: tensor<1x2x3x4x5xf32>,
                    %w: tensor<3x1x3xf32>, %v: tensor<2x2x1x1x2xf32>)
        -> (tensor<1x3x6xf32>, tensor<1x2x3x4x4xf32>) {
      %a = tenon.window <convolve> %x, %w
        {kernel = array<i64: 3>, strides = array<i64: 1>,
         dilations = array<i64: 1>, input_dilations = array<i64: 1>,
         low = #tenon.index<"0">, high = #tenon.index<"0">,
         groups = 3 : i64, channels_last = false}
        : (tensor<1x3x8xf32>, tensor<3x1x3xf32>) -> tensor<1x3x6xf32>
      %b = tenon.window <convolve> %y, %v
        {kernel = array<i64: 1, 1, 2>, strides = array<i64: 1, 1, 1>,
         dilations = array<i64: 1, 1, 1>, input_dilations = array<i64: 1, 1, 1>,
         low = #tenon.index<"0", "0", "0">, high = #tenon.index<"0", "0", "0">,
         groups = 1 : i64, channels_last = false}
        : (tensor<1x2x3x4x5xf32>, tensor<2x2x1x1x2xf32>) -> tensor<1x2x3x4x4xf32>
      return %a, %b : tensor<1x3x6xf32>, tensor<1x2x3x4x4xf32>
    })",
                      {chooseLayout}, 2);
  for (WindowOp window : function.getBody().front().getOps<WindowOp>())
    EXPECT_TRUE(window.getChannelsLast());
}

TEST_F(ChooseLayoutTest, GroupsOfSeveralChannels) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x4x3x3xf32>, %w: tensor<4x2x1x1xf32>)
        -> tensor<1x4x3x3xf32> {
      %r = tenon.window <convolve> %x, %w
        {kernel = array<i64: 1, 1>, strides = array<i64: 1, 1>,
         dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>,
         low = #tenon.index<"0", "0">, high = #tenon.index<"0", "0">,
         groups = 2 : i64, channels_last = false}
        : (tensor<1x4x3x3xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x3x3xf32>
      return %r : tensor<1x4x3x3xf32>
    })",
                      {chooseLayout}, 1);
  EXPECT_TRUE(first<WindowOp>(function).getChannelsLast());
}

} // namespace
} // namespace tenon

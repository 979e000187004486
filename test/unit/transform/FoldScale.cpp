// SPDX-License-Identifier: Apache-2.0
// Scales of channels move into weights where that changes rounding only.
#include "compiler/transform/FoldScale.h"
#include "compiler/transform/FoldConstants.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

using FoldScaleTest = TransformTest;

constexpr double kRounding = 2e-6; // some units in the last place of fp32

TEST_F(FoldScaleTest, NormalisationAfterConvolution) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x3x4x5xf32>, %w: tensor<6x3x3x3xf32>,
                    %b: tensor<6x1x1xf32>, %f: tensor<1x6x1x1xf32>,
                    %s: tensor<6x1x1xf32>)
        -> tensor<1x6x4x5xf32> {
      %c = tenon.window <convolve> %x, %w
        {kernel = array<i64: 3, 3>, strides = array<i64: 1, 1>,
         dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>,
         low = #tenon.index<"1", "1">, high = #tenon.index<"1", "1">,
         groups = 1 : i64, channels_last = false}
        : (tensor<1x3x4x5xf32>, tensor<6x3x3x3xf32>) -> tensor<1x6x4x5xf32>
      %a = tenon.elementwise <add> (%c, %b)
          : (tensor<1x6x4x5xf32>, tensor<6x1x1xf32>) -> tensor<1x6x4x5xf32>
      %m = tenon.elementwise <mul> (%f, %a)
          : (tensor<1x6x1x1xf32>, tensor<1x6x4x5xf32>) -> tensor<1x6x4x5xf32>
      %r = tenon.elementwise <add> (%m, %s)
          : (tensor<1x6x4x5xf32>, tensor<6x1x1xf32>) -> tensor<1x6x4x5xf32>
      return %r : tensor<1x6x4x5xf32>
    })",
                      {foldScale, foldConstants}, 4, kRounding);
  // The convolution and one sum with one bias.
  EXPECT_EQ(count<ElementwiseOp>(function), 1u);
  EXPECT_EQ(count<ConstantOp>(function), 2u);
}

TEST_F(FoldScaleTest, ColumnsOfAProduct) {
  auto function = run(R"(
    func.func @main(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %f: tensor<5xf32>)
        -> tensor<3x5xf32> {
      %c = tenon.contract %x [0, 2], %w [2, 1]
          : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
      %r = tenon.elementwise <mul> (%c, %f)
          : (tensor<3x5xf32>, tensor<5xf32>) -> tensor<3x5xf32>
      return %r : tensor<3x5xf32>
    })",
                      {foldScale, foldConstants}, 2, kRounding);
  EXPECT_EQ(count<ElementwiseOp>(function), 0u);
}

TEST_F(FoldScaleTest, LeavesWhatOthersRead) {
  auto function = run(R"(
    func.func @main(%x: tensor<3x4xf32>, %w: tensor<4x5xf32>, %f: tensor<5xf32>)
        -> (tensor<3x5xf32>, tensor<3x5xf32>) {
      %c = tenon.contract %x [0, 2], %w [2, 1]
          : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
      %r = tenon.elementwise <mul> (%c, %f)
          : (tensor<3x5xf32>, tensor<5xf32>) -> tensor<3x5xf32>
      return %r, %c : tensor<3x5xf32>, tensor<3x5xf32>
    })",
                      {foldScale, foldConstants}, 2);
  EXPECT_EQ(count<ElementwiseOp>(function), 1u);
}

TEST_F(FoldScaleTest, LeavesHalfAndRows) {
  auto function = run(R"(
    func.func @main(%x: tensor<3x4xf16>, %y: tensor<3x4xf32>,
                    %w: tensor<4x5xf16>, %f: tensor<5xf16>,
                    %v: tensor<4x5xf32>, %g: tensor<3x1xf32>)
        -> (tensor<3x5xf16>, tensor<3x5xf32>) {
      %c = tenon.contract %x [0, 2], %w [2, 1]
          : (tensor<3x4xf16>, tensor<4x5xf16>) -> tensor<3x5xf16>
      %r = tenon.elementwise <mul> (%c, %f)
          : (tensor<3x5xf16>, tensor<5xf16>) -> tensor<3x5xf16>
      %d = tenon.contract %y [0, 2], %v [2, 1]
          : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
      %s = tenon.elementwise <mul> (%d, %g)
          : (tensor<3x5xf32>, tensor<3x1xf32>) -> tensor<3x5xf32>
      return %r, %s : tensor<3x5xf16>, tensor<3x5xf32>
    })",
                      {foldScale, foldConstants}, 4);
  EXPECT_EQ(count<ElementwiseOp>(function), 2u);
}

} // namespace
} // namespace tenon

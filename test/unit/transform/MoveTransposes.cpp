// SPDX-License-Identifier: Apache-2.0
// Transposes move behind every kind of op that lets them, and only then.
#include "compiler/transform/MoveTransposes.h"
#include "compiler/transform/CancelTransposes.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

using MoveTransposesTest = TransformTest;

TEST_F(MoveTransposesTest, ElementwiseAndItsOtherOperands) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>, %y: tensor<1x2x3x4xf32>, %s: tensor<f32>, %c: tensor<4x1x1xf32>) -> tensor<1x4x2x3xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %u = tenon.transpose %y [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %a = tenon.elementwise <add> (%t, %u) : (tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>) -> tensor<1x4x2x3xf32>
      %b = tenon.elementwise <mul> (%a, %s) : (tensor<1x4x2x3xf32>, tensor<f32>) -> tensor<1x4x2x3xf32>
      %r = tenon.elementwise <max> (%b, %c) : (tensor<1x4x2x3xf32>, tensor<4x1x1xf32>) -> tensor<1x4x2x3xf32>
      return %r : tensor<1x4x2x3xf32>
    })",
                      {moveTransposes}, 1);
  EXPECT_EQ(sizesOf(first<ElementwiseOp>(function).getResult()),
            (Sizes{1, 2, 3, 4}));
  // Only the result is transposed; the constant's is left to fold, where it
  // is not a reshape.
  EXPECT_EQ(count<TransposeOp>(function), 1u);
}

TEST_F(MoveTransposesTest, StaysWhereTheOtherOperandWouldMove) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>, %y: tensor<1x4x2x3xf32>) -> tensor<1x4x2x3xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %r = tenon.elementwise <add> (%t, %y) : (tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>) -> tensor<1x4x2x3xf32>
      return %r : tensor<1x4x2x3xf32>
    })",
                      {moveTransposes}, 0);
  EXPECT_EQ(sizesOf(first<ElementwiseOp>(function).getResult()),
            (Sizes{1, 4, 2, 3}));
}

TEST_F(MoveTransposesTest, OppositeTransposesCancel) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %a = tenon.elementwise <neg> (%t) : (tensor<1x4x2x3xf32>) -> tensor<1x4x2x3xf32>
      %r = tenon.transpose %a [0, 2, 3, 1] : (tensor<1x4x2x3xf32>) -> tensor<1x2x3x4xf32>
      return %r : tensor<1x2x3x4xf32>
    })",
                      {moveTransposes}, 0);
  EXPECT_EQ(count<TransposeOp>(function), 0u);
}

TEST_F(MoveTransposesTest, ConcatPadSliceBroadcast) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<3x5x4x3xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %z = tenon.constant dense<1.5> : tensor<f32> -> tensor<f32>
      %a = tenon.concat (%t, %t) 1 : (tensor<1x4x2x3xf32>, tensor<1x4x2x3xf32>) -> tensor<1x8x2x3xf32>
      %b = tenon.pad %a, %z <"0", "1", "2", "0"> <constant>
          : (tensor<1x8x2x3xf32>, tensor<f32>) -> tensor<1x10x4x3xf32>
      %c = tenon.slice %b <"0", "9", "0", "0"> [1, -2, 1, 1]
          : (tensor<1x10x4x3xf32>) -> tensor<1x5x4x3xf32>
      %r = tenon.broadcast %c : (tensor<1x5x4x3xf32>) -> tensor<3x5x4x3xf32>
      return %r : tensor<3x5x4x3xf32>
    })",
                      {moveTransposes}, 0);
  auto broadcast = first<BroadcastOp>(function);
  EXPECT_EQ(sizesOf(broadcast.getResult()), (Sizes{3, 4, 3, 5}));
  EXPECT_EQ(count<TransposeOp>(function), 1u);
}

TEST_F(MoveTransposesTest, ReduceKeepsWhatIsLeftInOrder) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<1x4xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %r = tenon.reduce <max> %t [2, 3] : (tensor<1x4x2x3xf32>) -> tensor<1x4xf32>
      return %r : tensor<1x4xf32>
    })",
                      {moveTransposes}, 0);
  EXPECT_EQ(count<TransposeOp>(function), 0u);
  EXPECT_EQ(llvm::to_vector(first<ReduceOp>(function).getAxes()),
            (llvm::SmallVector<int64_t>{1, 2}));
}

TEST_F(MoveTransposesTest, PoolingGoesChannelsLast) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<1x4x1x2xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %r = tenon.window <max> %t
        {kernel = array<i64: 2, 2>, strides = array<i64: 1, 1>,
         dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>,
         low = #tenon.index<"0", "0">, high = #tenon.index<"0", "0">,
         groups = 1 : i64, channels_last = false}
        : (tensor<1x4x2x3xf32>) -> tensor<1x4x1x2xf32>
      return %r : tensor<1x4x1x2xf32>
    })",
                      {moveTransposes}, 0);
  EXPECT_TRUE(first<WindowOp>(function).getChannelsLast());
}

TEST_F(MoveTransposesTest, ChannelShuffle) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %a = tenon.reshape %t : (tensor<1x4x2x3xf32>) -> tensor<1x2x2x2x3xf32>
      %b = tenon.transpose %a [0, 2, 1, 3, 4] : (tensor<1x2x2x2x3xf32>) -> tensor<1x2x2x2x3xf32>
      %c = tenon.reshape %b : (tensor<1x2x2x2x3xf32>) -> tensor<1x4x2x3xf32>
      %r = tenon.transpose %c [0, 2, 3, 1] : (tensor<1x4x2x3xf32>) -> tensor<1x2x3x4xf32>
      return %r : tensor<1x2x3x4xf32>
    })",
                      {moveTransposes}, 0);
  // Only the shuffle itself is left.
  EXPECT_EQ(count<TransposeOp>(function), 1u);
  EXPECT_EQ(llvm::to_vector(first<TransposeOp>(function).getPermutation()),
            (llvm::SmallVector<int64_t>{0, 1, 2, 4, 3}));
}

TEST_F(MoveTransposesTest, ShuffleThroughTheBatch) {
  // Joins the batch of 1 with the channels, and rows with columns.
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x3x2xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2]
          : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %a = tenon.reshape %t : (tensor<1x4x2x3xf32>) -> tensor<2x2x6xf32>
      %b = tenon.transpose %a [1, 0, 2]
          : (tensor<2x2x6xf32>) -> tensor<2x2x6xf32>
      %c = tenon.reshape %b : (tensor<2x2x6xf32>) -> tensor<2x1x2x2x3xf32>
      %d = tenon.slice %c <"1", "0", "0", "0", "0"> [1, 1, 1, 1, 1]
          : (tensor<2x1x2x2x3xf32>) -> tensor<1x1x2x2x3xf32>
      %e = tenon.reshape %d : (tensor<1x1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
      %r = tenon.transpose %e [0, 2, 3, 1]
          : (tensor<1x2x2x3xf32>) -> tensor<1x2x3x2xf32>
      return %r : tensor<1x2x3x2xf32>
    })",
                      {moveTransposes, cancelTransposes});
  EXPECT_EQ(count<TransposeOp>(function), 0u);
}

TEST_F(MoveTransposesTest, SizesThatAreCheckedToBeEqual) {
  auto function = parse(R"(
    #a = #tenon.dims<"1", "H", "3", "4">
    #b = #tenon.dims<"1", "4", "H", "3">
    #c = #tenon.dims<"1", "4", "K", "3">
    #d = #tenon.dims<"1", "K", "3", "4">
    module attributes {tenon.checks = [["K", "H", "dimension"]]} {
      func.func @main(%x: tensor<1x?x3x4xf32, #a>)
          -> tensor<1x?x3x4xf32, #d> {
        %t = tenon.transpose %x [0, 3, 1, 2]
            : (tensor<1x?x3x4xf32, #a>) -> tensor<1x4x?x3xf32, #b>
        %a = tenon.reshape %t
            : (tensor<1x4x?x3xf32, #b>) -> tensor<1x4x?x3xf32, #c>
        %r = tenon.transpose %a [0, 2, 3, 1]
            : (tensor<1x4x?x3xf32, #c>) -> tensor<1x?x3x4xf32, #d>
        return %r : tensor<1x?x3x4xf32, #d>
      }
    })");
  ASSERT_TRUE(succeeded(moveTransposes(function)));
  EXPECT_EQ(count<TransposeOp>(function), 0u);
  EXPECT_EQ(count<ReshapeOp>(function), 1u);
}

TEST_F(MoveTransposesTest, FlatteningStays) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<1x24xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %r = tenon.reshape %t : (tensor<1x4x2x3xf32>) -> tensor<1x24xf32>
      return %r : tensor<1x24xf32>
    })",
                      {moveTransposes}, 0);
  EXPECT_EQ(count<TransposeOp>(function), 1u);
}

TEST_F(MoveTransposesTest, GateOfOnePerChannel) {
  auto function = run(R"(
    func.func @main(%x: tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32> {
      %t = tenon.transpose %x [0, 3, 1, 2] : (tensor<1x2x3x4xf32>) -> tensor<1x4x2x3xf32>
      %m = tenon.reduce <max> %t [2, 3] : (tensor<1x4x2x3xf32>) -> tensor<1x4xf32>
      %g = tenon.reshape %m : (tensor<1x4xf32>) -> tensor<1x4x1x1xf32>
      %r = tenon.elementwise <mul> (%t, %g) : (tensor<1x4x2x3xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x2x3xf32>
      return %r : tensor<1x4x2x3xf32>
    })",
                      {moveTransposes}, 0);
  EXPECT_EQ(sizesOf(first<ElementwiseOp>(function).getResult()),
            (Sizes{1, 2, 3, 4}));
  EXPECT_EQ(count<TransposeOp>(function), 1u);
}

} // namespace
} // namespace tenon

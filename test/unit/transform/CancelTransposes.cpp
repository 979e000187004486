// SPDX-License-Identifier: Apache-2.0
// Transposes and reshapes that follow each other.
#include "compiler/transform/CancelTransposes.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

using CancelTransposesTest = TransformTest;

TEST_F(CancelTransposesTest, TransposesJoin) {
  auto function = run(R"(
    func.func @main(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
      %a = tenon.transpose %x [1, 2, 0]
          : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
      %r = tenon.transpose %a [1, 0, 2]
          : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
      return %r : tensor<4x3x2xf32>
    })",
                      {cancelTransposes});
  EXPECT_EQ(count<TransposeOp>(function), 1u);
  EXPECT_EQ(llvm::to_vector(first<TransposeOp>(function).getPermutation()),
            (llvm::SmallVector<int64_t>{2, 1, 0}));
}

TEST_F(CancelTransposesTest, OppositeOnesVanish) {
  auto function = run(R"(
    func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
      %a = tenon.transpose %x [1, 2, 0]
          : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
      %r = tenon.transpose %a [2, 0, 1]
          : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
      return %r : tensor<2x3x4xf32>
    })",
                      {cancelTransposes});
  EXPECT_EQ(count<TransposeOp>(function), 0u);
}

TEST_F(CancelTransposesTest, SizeOneMovesByReshape) {
  auto function = run(R"(
    func.func @main(%x: tensor<2x3xf32>) -> tensor<1x2x3xf32> {
      %a = tenon.reshape %x : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
      %r = tenon.transpose %a [1, 0, 2]
          : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
      return %r : tensor<1x2x3xf32>
    })",
                      {cancelTransposes});
  EXPECT_EQ(count<TransposeOp>(function), 0u);
  EXPECT_EQ(count<ReshapeOp>(function), 1u);
}

TEST_F(CancelTransposesTest, ReshapesJoin) {
  auto function = run(R"(
    func.func @main(%x: tensor<4x3xf32>) -> tensor<2x6xf32> {
      %a = tenon.reshape %x : (tensor<4x3xf32>) -> tensor<12xf32>
      %r = tenon.reshape %a : (tensor<12xf32>) -> tensor<2x6xf32>
      return %r : tensor<2x6xf32>
    })",
                      {cancelTransposes});
  EXPECT_EQ(count<ReshapeOp>(function), 1u);
}

TEST_F(CancelTransposesTest, LeavesARealTranspose) {
  auto function = run(R"(
    func.func @main(%x: tensor<4x3xf32>) -> tensor<3x4xf32> {
      %r = tenon.transpose %x [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
      return %r : tensor<3x4xf32>
    })",
                      {cancelTransposes});
  EXPECT_EQ(count<TransposeOp>(function), 1u);
}

} // namespace
} // namespace tenon

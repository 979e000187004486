// SPDX-License-Identifier: Apache-2.0
// What ops say of their elements: indices come out simple, guards that always
// hold are gone.
#include "test/unit/graph/GraphTest.h"

namespace tenon {
namespace {

TEST_F(GraphTest, ReshapeReadsTheSamePosition) {
  // The parts of a merged dimension need divisions, which cancel in the
  // position they stand for.
  EXPECT_EQ(positionOf(R"(%x: tensor<?x?x?x?xf32,
                               #tenon.dims<"N", "C", "H", "W">>)",
                       R"(%r = tenon.reshape %x :
      (tensor<?x?x?x?xf32, #tenon.dims<"N", "C", "H", "W">>) ->
      tensor<?x?xf32, #tenon.dims<"N", "C*H*W">>)"),
            "%1 + %0*C*H*W");
  EXPECT_EQ(positionOf("%x: tensor<4x6xf32>",
                       R"(%r = tenon.reshape %x :
      (tensor<4x6xf32>) -> tensor<3x8xf32>)"),
            "8*%0 + %1");
}

TEST_F(GraphTest, ReshapeThatSplitsDimensionsHasNoDivision) {
  EXPECT_EQ(elementOf(R"(%x: tensor<?x?xf32, #tenon.dims<"N", "C*H*W">>)",
                      R"(%r = tenon.reshape %x :
      (tensor<?x?xf32, #tenon.dims<"N", "C*H*W">>) ->
      tensor<?x?x?x?xf32, #tenon.dims<"N", "C", "H", "W">>)"),
            "t0[%0, %3 + %2*W + %1*H*W]");
}

TEST_F(GraphTest, ReshapeKeepsOuterAndInnerDimensions) {
  EXPECT_EQ(
      elementOf(R"(%x: tensor<?x4x6x5xf32, #tenon.dims<"N", "4", "6", "5">>)",
                R"(%r = tenon.reshape %x :
      (tensor<?x4x6x5xf32, #tenon.dims<"N", "4", "6", "5">>) ->
      tensor<?x4x1x6x5x1xf32, #tenon.dims<"N", "4", "1", "6", "5", "1">>)"),
      "t0[%0, %1, %3, %4]");
}

TEST_F(GraphTest, TransposePermutesIndices) {
  EXPECT_EQ(elementOf("%x: tensor<2x3x4xf32>",
                      R"(%r = tenon.transpose %x [2, 0, 1] :
      (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>)"),
            "t0[%1, %2, %0]");
}

TEST_F(GraphTest, BroadcastRepeatsWhereTheSizeIsOne) {
  EXPECT_EQ(elementOf("%a: tensor<2x1xf32>, %b: tensor<3xf32>",
                      R"(%r = tenon.elementwise <add> (%a, %b) :
      (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>)"),
            "add(t0[%0, 0], t1[%1])");
}

TEST_F(GraphTest, SliceWithNegativeStep) {
  EXPECT_EQ(elementOf("%x: tensor<8xf32>",
                      R"(%r = tenon.slice %x <"7"> [-2] :
      (tensor<8xf32>) -> tensor<4xf32>)"),
            "t0[7 + -2*%0]");
}

TEST_F(GraphTest, PaddingOfZeroNeedsNoGuard) {
  EXPECT_EQ(elementOf("%x: tensor<2x3xf32>, %v: tensor<f32>",
                      R"(%r = tenon.pad %x, %v <"0", "0"> <constant> :
      (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>)"),
            "t0[%0, %1]");
  EXPECT_EQ(elementOf("%x: tensor<2x3xf32>, %v: tensor<f32>",
                      R"(%r = tenon.pad %x, %v <"0", "1"> <constant> :
      (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>)"),
            "guard[0 <= -1 + %1 < 3](t0[%0, -1 + %1], t1[])");
}

TEST_F(GraphTest, ConvolutionWithoutPaddingNeedsNoGuard) {
  const char *conv = R"(%r = tenon.window <convolve> %x, %w {
      kernel = array<i64: 3, 1>, strides = array<i64: 2, 1>,
      dilations = array<i64: 1, 1>, input_dilations = array<i64: 1, 1>,
      low = #tenon.index<"0", "0">, high = #tenon.index<"0", "0">,
      groups = 1 : i64, channels_last = false} :
      (tensor<1x2x7x5xf32>, tensor<4x2x3x1xf32>) -> tensor<1x4x3x5xf32>)";
  EXPECT_EQ(elementOf("%x: tensor<1x2x7x5xf32>, %w: tensor<4x2x3x1xf32>", conv),
            "sum[%4 < 3, %5 < 1, %6 < 2](mul(t0[0, %6, 2*%2 + %4, %3], "
            "t1[%1, %6, %4, 0]))");
}

TEST_F(GraphTest, HalfTypesAccumulateInSingle) {
  EXPECT_EQ(elementOf("%x: tensor<2x3xf16>",
                      R"(%r = tenon.reduce <sum> %x [1] :
      (tensor<2x3xf16>) -> tensor<2xf16>)"),
            "cast<f16>(sum[%1 < 3](cast<f32>(t0[%0, %1])))");
}

TEST_F(GraphTest, GatherOfAKnownIndexIsALoad) {
  ElementBuilder builder;
  mlir::Type i64 = mlir::IntegerType::get(&context, 64);
  IndexExpr at = builder.computedIndex(builder.integer(2, i64), 5, true);
  EXPECT_TRUE(at.isConstant(2));
  IndexExpr outside = builder.computedIndex(builder.integer(5, i64), 5, true);
  EXPECT_FALSE(outside.constant());
}

TEST_F(GraphTest, RewriteSubstitutesProducersAndRenamesLoops) {
  read("%x: tensor<4x3xf32>, %y: tensor<4xf32>", "");
  ASSERT_TRUE(module) << problems;
  auto function = *module->getOps<mlir::func::FuncOp>().begin();
  mlir::Value x = function.getArgument(0), y = function.getArgument(1);
  ElementBuilder builder;
  IndexVariable row = builder.variable(4), column = builder.variable(3);
  Element sum = builder.reduce(ReduceKind::Sum, {column},
                               builder.load(x, {row.expr(), column.expr()}));
  // y[i] is sum over x[i, *]; read it at 3 - i.
  IndexVariable i = builder.variable(4);
  Element use = builder.load(y, {IndexExpr(3) - i.expr()});
  Element fused = builder.rewrite(
      use, [](llvm::StringRef) { return std::nullopt; },
      [&](mlir::Value tensor, llvm::ArrayRef<IndexExpr> at) -> Element {
        if (tensor != y)
          return nullptr;
        return builder.rewrite(
            sum,
            [&](llvm::StringRef name) -> std::optional<IndexExpr> {
              if (name == row.name)
                return at[0];
              return std::nullopt;
            },
            [](mlir::Value, llvm::ArrayRef<IndexExpr>) -> Element {
              return nullptr;
            });
      });
  EXPECT_EQ(toString(fused), "sum[%3 < 3](t0[3 + -1*%2, %3])");
}

TEST_F(GraphTest, RewriteKeepsAVariableThatTwoReductionsShare) {
  read("%x: tensor<3xf32>", "");
  ASSERT_TRUE(module) << problems;
  mlir::Value x =
      (*module->getOps<mlir::func::FuncOp>().begin()).getArgument(0);
  ElementBuilder builder;
  IndexVariable i = builder.variable(3);
  Element load = builder.load(x, {i.expr()});
  Element both = builder.apply(ScalarFn::Sub,
                               {builder.reduce(ReduceKind::Max, {i}, load),
                                builder.reduce(ReduceKind::Sum, {i}, load)});
  Element copy = builder.rewrite(
      both, [](llvm::StringRef) { return std::nullopt; },
      [](mlir::Value, llvm::ArrayRef<IndexExpr>) { return nullptr; });
  EXPECT_EQ(toString(copy), "sub(max[%1 < 3](t0[%1]), sum[%1 < 3](t0[%1]))");
}

} // namespace
} // namespace tenon

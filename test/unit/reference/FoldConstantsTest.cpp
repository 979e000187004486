// SPDX-License-Identifier: Apache-2.0
// Constant folding: right values, small ones as literals, budgets kept.
#include "compiler/reference/FoldConstants.h"
#include "test/unit/reference/ReferenceTest.h"

namespace tenon::reference {
namespace {

class FoldConstantsTest : public ReferenceTest {
protected:
  /// The attributes of the last op before the terminator.
  std::optional<llvm::SmallVector<mlir::Attribute>>
  fold(const std::string &body, FoldBudget budget = {}) {
    mlir::func::FuncOp function =
        parse("func.func @main(%x: tensor<2xf32>) {\n" + body + "\nreturn\n}");
    mlir::Operation *last =
        function.getBody().front().getTerminator()->getPrevNode();
    return foldConstants(last, budget);
  }
};

TEST_F(FoldConstantsTest, SmallResultsBecomeLiterals) {
  auto folded = fold(R"(
    %a = tenon.constant dense<[1.0, 2.0]> : tensor<2xf32> -> tensor<2xf32>
    %r = tenon.elementwise <add> (%a, %a) :
        (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>)");
  ASSERT_TRUE(folded);
  auto literal = mlir::dyn_cast<mlir::DenseElementsAttr>((*folded)[0]);
  ASSERT_TRUE(literal);
  EXPECT_EQ(literal.getType(), type("tensor<2xf32>"));
  auto values = literal.getValues<float>();
  EXPECT_EQ(values[0], 2.0f);
  EXPECT_EQ(values[1], 4.0f);
}

TEST_F(FoldConstantsTest, BoolsAndRankZero) {
  auto folded = fold(R"(
    %a = tenon.constant dense<[1.0, 2.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
    %b = tenon.constant dense<1.5> : tensor<f32> -> tensor<f32>
    %r = tenon.elementwise <greater> (%a, %b) :
        (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>)");
  ASSERT_TRUE(folded);
  auto literal = mlir::cast<mlir::DenseElementsAttr>((*folded)[0]);
  EXPECT_EQ(llvm::to_vector(literal.getValues<bool>()),
            llvm::SmallVector<bool>({false, true, false}));
  folded = fold(R"(
    %b = tenon.constant dense<[4, 5]> : tensor<2xi64> -> tensor<2xi64>
    %r = tenon.reduce <sum> %b [0] : (tensor<2xi64>) -> tensor<i64>)");
  ASSERT_TRUE(folded);
  literal = mlir::cast<mlir::DenseElementsAttr>((*folded)[0]);
  EXPECT_EQ(literal.getValues<int64_t>()[0], 9);
}

TEST_F(FoldConstantsTest, LargeResultsBecomeWeights) {
  auto folded = fold(R"(
    %a = tenon.constant dense<2.0> : tensor<f16> -> tensor<f16>
    %r = tenon.broadcast %a : (tensor<f16>) -> tensor<513xf16>)");
  ASSERT_TRUE(folded);
  auto weight = mlir::dyn_cast<WeightAttr>((*folded)[0]);
  ASSERT_TRUE(weight);
  const WeightTable &table =
      context.getLoadedDialect<TenonDialect>()->getWeights();
  EXPECT_EQ(table.bytes(weight.getId()).vec(),
            tensor("f16", {513}, Values(513, 2)).toBytes());
  // One element less fits in the 1 KiB of a literal.
  folded = fold(R"(
    %a = tenon.constant dense<2.0> : tensor<f16> -> tensor<f16>
    %r = tenon.broadcast %a : (tensor<f16>) -> tensor<512xf16>)");
  ASSERT_TRUE(folded);
  EXPECT_TRUE(mlir::isa<mlir::DenseElementsAttr>((*folded)[0]));
}

TEST_F(FoldConstantsTest, LeavesAloneWhatIsNotConstant) {
  EXPECT_FALSE(fold(R"(
    %r = tenon.elementwise <neg> (%x) : (tensor<2xf32>) -> tensor<2xf32>)"));
  EXPECT_FALSE(fold(R"(
    %a = tenon.constant dense<2.0> : tensor<f32> -> tensor<f32>)"));
}

TEST_F(FoldConstantsTest, LeavesAloneWhatCostsTooMuch) {
  const char *huge = R"(
    %a = tenon.constant dense<2.0> : tensor<f32> -> tensor<f32>
    %r = tenon.broadcast %a : (tensor<f32>) -> tensor<1000000x1000000xf32>)";
  EXPECT_FALSE(fold(huge));
  // 8 times the operand and 1 MiB are allowed, a byte more is not.
  auto grow = [&](const char *count) {
    return fold("%a = tenon.constant dense<2.0> : tensor<f32> -> tensor<f32>\n"
                "%r = tenon.broadcast %a : (tensor<f32>) -> tensor<" +
                std::string(count) + "xf32>");
  };
  EXPECT_TRUE(grow("262152"));
  EXPECT_FALSE(grow("262153"));
  const char *work = R"(
    %a = tenon.constant dense<2.0> : tensor<64x64xf32> -> tensor<64x64xf32>
    %r = tenon.contract %a [0, 2], %a [2, 1] :
        (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>)";
  EXPECT_TRUE(fold(work));
  FoldBudget little;
  little.workPerOp = 64 * 64 * 64;
  EXPECT_FALSE(fold(work, little));
}

TEST_F(FoldConstantsTest, WorkIsTakenFromTheSharedBudget) {
  FoldBudget budget;
  budget.totalWork = 100;
  mlir::func::FuncOp function = parse(R"(func.func @main() {
    %a = tenon.constant dense<2.0> : tensor<40xf32> -> tensor<40xf32>
    %r = tenon.elementwise <neg> (%a) : (tensor<40xf32>) -> tensor<40xf32>
    return
  })");
  mlir::Operation *op =
      function.getBody().front().getTerminator()->getPrevNode();
  EXPECT_TRUE(foldConstants(op, budget)); // a load and a function: 80
  EXPECT_EQ(budget.totalWork, 20);
  EXPECT_FALSE(foldConstants(op, budget));
}

TEST_F(FoldConstantsTest, LeavesAloneWhatFaults) {
  EXPECT_FALSE(fold(R"(
    %a = tenon.constant dense<2.0> : tensor<3xf32> -> tensor<3xf32>
    %i = tenon.constant dense<7> : tensor<1xi64> -> tensor<1xi64>
    %r = tenon.gather %a[%i] 0 : (tensor<3xf32>, tensor<1xi64>)
        -> tensor<1xf32>)"));
}

} // namespace
} // namespace tenon::reference

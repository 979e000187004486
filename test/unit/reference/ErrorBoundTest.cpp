// SPDX-License-Identifier: Apache-2.0
// What the reference says of rounding: bounds hold for the same computation
// done in fp32, in any order, and are no wider than their argument.
#include "compiler/reference/ElementEvaluator.h"
#include "compiler/reference/RoundingError.h"
#include "test/unit/reference/ReferenceTest.h"
#include <cfloat>
#include <random>

namespace tenon::reference {
namespace {

constexpr double kUnit = 1.0 / (1 << 24); // of fp32

class ErrorBoundTest : public ReferenceTest {
protected:
  /// All elements of the result of `text`, whose arguments are `inputs`.
  std::vector<BoundedNumber> bound(llvm::StringRef text,
                                   std::vector<Tensor> inputs) {
    mlir::func::FuncOp function = parse(text);
    ElementEvaluator evaluator(
        [&](mlir::Value value) -> const Tensor * {
          auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
          return argument ? &inputs[argument.getArgNumber()] : nullptr;
        },
        {});
    mlir::Value result =
        function.getBody().front().getTerminator()->getOperand(0);
    auto shape =
        mlir::cast<mlir::RankedTensorType>(result.getType()).getShape();
    std::vector<ElementEvaluator::Index> all;
    int64_t count = *countElements(shape);
    for (int64_t i = 0; i < count; ++i) {
      ElementEvaluator::Index index(shape.size());
      int64_t rest = i;
      for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
        index[d] = rest % shape[d];
      all.push_back(index);
    }
    auto bounded = evaluator.computeBounded(result, all);
    if (bounded)
      return *bounded;
    ADD_FAILURE() << llvm::toString(bounded.takeError());
    return std::vector<BoundedNumber>(count);
  }

  /// `fn` of two fp32 vectors.
  std::vector<BoundedNumber> apply(llvm::StringRef fn, const Values &a,
                                   const Values &b) {
    std::string type = "tensor<" + std::to_string(a.size()) + "xf32>";
    std::string text = "func.func @main(%a: " + type + ", %b: " + type +
                       ") -> " + type + " { %r = tenon.elementwise <" +
                       fn.str() + "> (%a, %b) : (" + type + ", " + type +
                       ") -> " + type + " return %r : " + type + " }";
    Shape shape{int64_t(a.size())};
    return bound(text, {tensor("f32", shape, a), tensor("f32", shape, b)});
  }
};

TEST_F(ErrorBoundTest, OneRoundingIsAtMostOneUnitOff) {
  // Exact sums leave no doubt; others one unit in the last place at most, and
  // none far from the middle between two numbers.
  auto bounded = apply("add", {1, 1e30, FLT_MAX, 0.1}, {2, 1, 1, 0.7});
  EXPECT_EQ(bounded[0].error, 0);
  EXPECT_EQ(bounded[1].error, 0);
  EXPECT_EQ(bounded[2].error, 0);
  EXPECT_LE(bounded[3].error, kUnit);
}

TEST_F(ErrorBoundTest, FunctionsOfOursMayBeTwoUnitsOff) {
  auto bounded = apply("pow", {3, 2}, {2.5, 200});
  double expected = std::pow(3, 2.5);
  EXPECT_GE(bounded[0].error, 2 * kUnit * expected);
  EXPECT_LE(bounded[0].error, 8 * kUnit * expected);
  // Beyond fp32 there is infinity, or not.
  EXPECT_EQ(bounded[1].error, INFINITY);
}

TEST_F(ErrorBoundTest, WhatIsInfiniteOrNoNumberIsCertain) {
  auto bounded = apply("add", {INFINITY, INFINITY, NAN}, {1, -INFINITY, 1});
  for (const BoundedNumber &number : bounded)
    EXPECT_EQ(number.error, 0) << number.value.real;
  EXPECT_EQ(bounded[0].value.real, INFINITY);
  EXPECT_TRUE(std::isnan(bounded[1].value.real));
}

constexpr const char *kDot = R"(
  func.func @main(%a: tensor<1x64xf32>, %b: tensor<1x64xf32>)
      -> tensor<1x1xf32> {
    %r = tenon.contract %a [0, 2], %b [1, 2] :
        (tensor<1x64xf32>, tensor<1x64xf32>) -> tensor<1x1xf32>
    return %r : tensor<1x1xf32>
  })";

TEST_F(ErrorBoundTest, SumsAreBoundByWhatIsSummed) {
  // Terms that nearly cancel: the result is near 0, its error is not.
  Values a, b;
  for (int i = 0; i < 64; ++i) {
    a.push_back(i % 2 ? 1 : -1);
    b.push_back(1 + i / 2 / 64.0);
  }
  Tensor left = tensor("f32", {1, 64}, a), right = tensor("f32", {1, 64}, b);
  auto bounded = bound(kDot, {left, right});
  double magnitude = 0;
  for (double value : b)
    magnitude += value;
  EXPECT_EQ(bounded[0].value.real, 0);
  EXPECT_GE(bounded[0].error, 63 * kUnit * magnitude);
  EXPECT_LE(bounded[0].error, 66 * kUnit * magnitude);
}

TEST_F(ErrorBoundTest, AnInfiniteFactorIsNoReasonForDoubt) {
  Values a(64, 1), b(64, 1);
  a[3] = INFINITY;
  auto bounded =
      bound(kDot, {tensor("f32", {1, 64}, a), tensor("f32", {1, 64}, b)});
  EXPECT_EQ(bounded[0].value.real, INFINITY);
  EXPECT_EQ(bounded[0].error, 0);
  // But a partial sum that overflows is: it depends on the order.
  a.assign(64, 3e38);
  for (int i = 0; i < 32; ++i)
    b[i] = -1;
  bounded = bound(kDot, {tensor("f32", {1, 64}, a), tensor("f32", {1, 64}, b)});
  EXPECT_EQ(bounded[0].error, INFINITY);
}

TEST_F(ErrorBoundTest, AComparisonOfEqualsMayTurnOut) {
  constexpr const char *kText = R"(
    func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xi1> {
      %e = tenon.elementwise <exp> (%a) : (tensor<3xf32>) -> tensor<3xf32>
      %r = tenon.elementwise <less> (%e, %b) :
          (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
      return %r : tensor<3xi1>
    })";
  Values x{1, 1, 1};
  Values y{std::exp(1.0), 3, 2};
  auto bounded = bound(kText, {tensor("f32", {3}, x), tensor("f32", {3}, y)});
  EXPECT_GT(bounded[0].error, 0);
  EXPECT_EQ(bounded[1].error, 0);
  EXPECT_EQ(bounded[1].value.integer, 1);
  EXPECT_EQ(bounded[2].error, 0);
  EXPECT_EQ(bounded[2].value.integer, 0);
}

TEST_F(ErrorBoundTest, AnIndexFromAnInexactNumberIsUnknown) {
  constexpr const char *kText = R"(
    func.func @main(%x: tensor<4xf32>, %a: tensor<2xf32>) -> tensor<2xf32> {
      %e = tenon.elementwise <exp> (%a) : (tensor<2xf32>) -> tensor<2xf32>
      %i = tenon.elementwise <cast> (%e) : (tensor<2xf32>) -> tensor<2xi64>
      %g = tenon.gather %x[%i] 0 : (tensor<4xf32>, tensor<2xi64>)
          -> tensor<2xf32>
      return %g : tensor<2xf32>
    })";
  // exp(0) is 1 or just below it; exp(0.5) is 1.6 in any case.
  auto bounded = bound(
      kText, {tensor("f32", {4}, {1, 2, 3, 4}), tensor("f32", {2}, {0, 0.5})});
  EXPECT_EQ(bounded[0].error, INFINITY);
  EXPECT_EQ(bounded[1].error, 0);
}

/// Layer normalisation of rows of 12, in pieces, in fp32.
std::vector<float> normalizeRow(const float *x, bool backwards) {
  constexpr int kWidth = 12;
  auto sum = [&](auto term) {
    float total = 0;
    for (int i = 0; i < kWidth; ++i)
      total += term(backwards ? kWidth - 1 - i : i);
    return total;
  };
  float mean = sum([&](int i) { return x[i]; }) / kWidth;
  float variance =
      sum([&](int i) { return (x[i] - mean) * (x[i] - mean); }) / kWidth;
  std::vector<float> row;
  for (int i = 0; i < kWidth; ++i)
    row.push_back((x[i] - mean) / std::sqrt(variance + 1e-5f));
  return row;
}

constexpr const char *kLayerNorm = R"(
  func.func @main(%x: tensor<64x12xf32>) -> tensor<64x12xf32> {
    %n = tenon.constant dense<12.0> : tensor<f32> -> tensor<f32>
    %little = tenon.constant dense<1.0e-5> : tensor<f32> -> tensor<f32>
    %s = tenon.reduce <sum> %x [1] : (tensor<64x12xf32>) -> tensor<64xf32>
    %m = tenon.elementwise <div> (%s, %n) :
        (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
    %c = tenon.reshape %m : (tensor<64xf32>) -> tensor<64x1xf32>
    %d = tenon.elementwise <sub> (%x, %c) :
        (tensor<64x12xf32>, tensor<64x1xf32>) -> tensor<64x12xf32>
    %q = tenon.elementwise <mul> (%d, %d) :
        (tensor<64x12xf32>, tensor<64x12xf32>) -> tensor<64x12xf32>
    %t = tenon.reduce <sum> %q [1] : (tensor<64x12xf32>) -> tensor<64xf32>
    %v = tenon.elementwise <div> (%t, %n) :
        (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
    %w = tenon.elementwise <add> (%v, %little) :
        (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
    %r = tenon.elementwise <sqrt> (%w) : (tensor<64xf32>) -> tensor<64xf32>
    %b = tenon.reshape %r : (tensor<64xf32>) -> tensor<64x1xf32>
    %y = tenon.elementwise <div> (%d, %b) :
        (tensor<64x12xf32>, tensor<64x1xf32>) -> tensor<64x12xf32>
    return %y : tensor<64x12xf32>
  })";

TEST_F(ErrorBoundTest, BoundsHoldForFp32InAnyOrder) {
  // Rows whose numbers are nearly alike, where rounding is all there is.
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  Values x;
  for (int row = 0; row < 64; ++row)
    for (int i = 0; i < 12; ++i)
      x.push_back(static_cast<float>(1 + std::ldexp(normal(random), -row / 3)));
  auto bounded = bound(kLayerNorm, {tensor("f32", {64, 12}, x)});
  double most = 0;
  for (int row = 0; row < 64; ++row) {
    std::vector<float> input(x.begin() + row * 12, x.begin() + row * 12 + 12);
    for (bool backwards : {false, true}) {
      std::vector<float> found = normalizeRow(input.data(), backwards);
      for (int i = 0; i < 12; ++i) {
        const BoundedNumber &expected = bounded[row * 12 + i];
        double apart = std::abs(found[i] - expected.value.real);
        EXPECT_LE(apart, expected.error) << "row " << row << ", " << i;
        most = std::max(most, apart / expected.error);
      }
    }
  }
  EXPECT_GT(most, 0.02) << "the bounds are wider than they need be";
}

} // namespace
} // namespace tenon::reference

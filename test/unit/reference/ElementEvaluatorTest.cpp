// SPDX-License-Identifier: Apache-2.0
// Single elements through chains of producers equal those of whole tensors.
#include "compiler/reference/ElementEvaluator.h"
#include "test/unit/reference/ReferenceTest.h"

namespace tenon::reference {
namespace {

class ElementEvaluatorTest : public ReferenceTest {
protected:
  /// Softmax over rows in pieces, then a product with a weight.
  static constexpr const char *kChain = R"(
    func.func @main(%x: tensor<?x6xf32, #tenon.dims<"N", "6">>,
                    %i: tensor<2xi64>)
        -> tensor<?x2xf32, #tenon.dims<"N", "2">> {
      %m = tenon.reduce <max> %x [1] :
          (tensor<?x6xf32, #tenon.dims<"N", "6">>)
          -> tensor<?xf32, #tenon.dims<"N">>
      %c = tenon.reshape %m : (tensor<?xf32, #tenon.dims<"N">>)
          -> tensor<?x1xf32, #tenon.dims<"N", "1">>
      %d = tenon.elementwise <sub> (%x, %c) :
          (tensor<?x6xf32, #tenon.dims<"N", "6">>,
           tensor<?x1xf32, #tenon.dims<"N", "1">>)
          -> tensor<?x6xf32, #tenon.dims<"N", "6">>
      %e = tenon.elementwise <exp> (%d) :
          (tensor<?x6xf32, #tenon.dims<"N", "6">>)
          -> tensor<?x6xf32, #tenon.dims<"N", "6">>
      %w = tenon.constant
          dense<[[1., 2., 3., 4., 5., 6.], [6., 5., 4., 3., 2., 1.]]> :
          tensor<2x6xf32> -> tensor<2x6xf32>
      %p = tenon.contract %e [0, 2], %w [1, 2] :
          (tensor<?x6xf32, #tenon.dims<"N", "6">>, tensor<2x6xf32>)
          -> tensor<?x2xf32, #tenon.dims<"N", "2">>
      %g = tenon.gather %p[%i] 1 :
          (tensor<?x2xf32, #tenon.dims<"N", "2">>, tensor<2xi64>)
          -> tensor<?x2xf32, #tenon.dims<"N", "2">>
      return %g : tensor<?x2xf32, #tenon.dims<"N", "2">>
    })";
  static constexpr int64_t kRows = 5;

  void SetUp() override {
    Values values;
    for (int i = 0; i < kRows * 6; ++i)
      values.push_back(i * 7 % 13 / 4.0);
    x = tensor("f32", {kRows, 6}, values);
    indices = tensor("i64", {2}, {1, -2});
    function = parse(kChain);
  }

  ElementEvaluator evaluator(int64_t maxElements = 1 << 20) {
    return ElementEvaluator(
        [this](mlir::Value value) -> const Tensor * {
          if (value == function.getArgument(0))
            return &x;
          return value == function.getArgument(1) ? &indices : nullptr;
        },
        {{"N", kRows}}, maxElements);
  }
  /// For functions of one argument, which is `x`.
  ElementEvaluator evaluatorOfOne() {
    return ElementEvaluator(
        [this](mlir::Value value) {
          return value == function.getArgument(0) ? &x : nullptr;
        },
        {});
  }
  mlir::Value result() {
    return function.getBody().front().getTerminator()->getOperand(0);
  }

  Tensor x, indices;
  mlir::func::FuncOp function;
};

TEST_F(ElementEvaluatorTest, EqualsTheWholeTensor) {
  auto whole = interpret(function, {x, indices});
  ASSERT_TRUE(bool(whole));
  Values expected = valuesOf((*whole)[0]);
  std::vector<ElementEvaluator::Index> at;
  for (int64_t i = 0; i < kRows; ++i)
    for (int64_t j : {1, 0})
      at.push_back({i, j});
  ElementEvaluator elements = evaluator();
  auto found = elements.compute(result(), at);
  ASSERT_TRUE(bool(found));
  for (auto [index, number] : llvm::zip(at, *found))
    EXPECT_EQ(number.real, expected[index[0] * 2 + index[1]]);
  auto one = elements.at(result(), {3, 1});
  ASSERT_TRUE(bool(one));
  EXPECT_EQ(one->real, expected[7]);
  auto given = elements.at(function.getArgument(0), {4, 5});
  ASSERT_TRUE(bool(given));
  EXPECT_EQ(given->real, x.reals()[29]);
}

TEST_F(ElementEvaluatorTest, FaultsAndLimitsAreErrors) {
  indices = tensor("i64", {2}, {1, 2});
  ElementEvaluator elements = evaluator();
  auto found = elements.at(result(), {0, 1});
  ASSERT_FALSE(bool(found));
  Failure failure = failureOf(found.takeError());
  EXPECT_EQ(failure.kind, InterpretErrorKind::IndexOutOfRange);
  EXPECT_NE(failure.text.find("index 2 is outside [0, 2)"), std::string::npos)
      << failure.text;
  auto good = elements.at(result(), {0, 0}); // a failure leaves it usable
  EXPECT_TRUE(bool(good));
  auto outside = elements.at(result(), {kRows, 0});
  ASSERT_FALSE(bool(outside));
  EXPECT_EQ(failureOf(outside.takeError()).kind, InterpretErrorKind::BadInput);

  ElementEvaluator poor = evaluator(/*maxElements=*/5);
  auto tooMany = poor.at(result(), {0, 0});
  ASSERT_FALSE(bool(tooMany));
  EXPECT_EQ(failureOf(tooMany.takeError()).kind, InterpretErrorKind::TooLarge);
}

TEST_F(ElementEvaluatorTest, StoredTensorsAreReadInPlace) {
  std::vector<char> bytes = x.toBytes(), indexBytes = indices.toBytes();
  auto stored = StoredTensor::of(x.elementType(), x.shape(), bytes);
  auto storedIndices =
      StoredTensor::of(indices.elementType(), indices.shape(), indexBytes);
  ASSERT_TRUE(stored && storedIndices);
  EXPECT_EQ(stored->at(29).real, x.reals()[29]);
  EXPECT_EQ(storedIndices->at(1).integer, -2);
  ElementEvaluator elements(
      [&](mlir::Value value) -> KnownTensor {
        if (value == function.getArgument(0))
          return &*stored;
        return value == function.getArgument(1) ? &*storedIndices : nullptr;
      },
      {{"N", kRows}});
  ElementEvaluator widened = evaluator();
  for (int64_t i = 0; i < kRows; ++i) {
    auto found = elements.at(result(), {i, 1});
    auto expected = widened.at(result(), {i, 1});
    ASSERT_TRUE(found && expected);
    EXPECT_EQ(found->real, expected->real);
  }
  auto tooShort = StoredTensor::of(x.elementType(), x.shape(),
                                   llvm::ArrayRef(bytes).drop_back());
  ASSERT_FALSE(bool(tooShort));
  EXPECT_EQ(failureOf(tooShort.takeError()).kind, InterpretErrorKind::BadInput);
}

TEST_F(ElementEvaluatorTest, WhatNobodyAsksForMayFail) {
  // Half of the gathered elements are out of range. They are tried along with
  // the others, which are computed all the same.
  function = parse(R"(
    func.func @main(%x: tensor<5x6xf32>, %i: tensor<2xi64>)
        -> tensor<5x1xf32> {
      %g = tenon.gather %x[%i] 1 :
          (tensor<5x6xf32>, tensor<2xi64>) -> tensor<5x2xf32>
      %s = tenon.slice %g <"0", "0"> [1, 1] :
          (tensor<5x2xf32>) -> tensor<5x1xf32>
      %n = tenon.elementwise <neg> (%s) :
          (tensor<5x1xf32>) -> tensor<5x1xf32>
      return %n : tensor<5x1xf32>
    })");
  indices = tensor("i64", {2}, {1, 77});
  ElementEvaluator elements = evaluator();
  for (int64_t i = 0; i < kRows; ++i) {
    auto found = elements.at(result(), {i, 0});
    ASSERT_TRUE(bool(found));
    EXPECT_EQ(found->real, -x.reals()[i * 6 + 1]);
  }
}

TEST_F(ElementEvaluatorTest, ManyElementsAreThoseOfTheWhole) {
  // Enough that the producers are computed as wholes on the way.
  function = parse(R"(
    func.func @main(%x: tensor<40x50xf32>) -> tensor<40xf32> {
      %e = tenon.elementwise <exp> (%x) :
          (tensor<40x50xf32>) -> tensor<40x50xf32>
      %n = tenon.elementwise <neg> (%e) :
          (tensor<40x50xf32>) -> tensor<40x50xf32>
      %r = tenon.reduce <sum> %n [1] : (tensor<40x50xf32>) -> tensor<40xf32>
      return %r : tensor<40xf32>
    })");
  Values values;
  for (int i = 0; i < 40 * 50; ++i)
    values.push_back(i * 7 % 13 / 8.0);
  x = tensor("f32", {40, 50}, values);
  auto whole = interpret(function, {x});
  ASSERT_TRUE(bool(whole));
  ElementEvaluator elements = evaluatorOfOne();
  for (int64_t i : {3, 0, 39, 3, 17, 20, 21, 22, 23, 24, 5})
    EXPECT_EQ(elements.at(result(), {i})->real, valuesOf((*whole)[0])[i]);
  std::vector<ElementEvaluator::Index> at;
  for (int64_t i = 0; i < 40; ++i)
    at.push_back({i});
  auto all = evaluatorOfOne().compute(result(), at);
  ASSERT_TRUE(bool(all));
  for (int64_t i = 0; i < 40; ++i)
    EXPECT_EQ((*all)[i].real, valuesOf((*whole)[0])[i]);
}

TEST_F(ElementEvaluatorTest, ValuesThatNobodyGivesAreRefused) {
  ElementEvaluator elements([](mlir::Value) { return nullptr; },
                            {{"N", kRows}});
  auto found = elements.at(result(), {0, 0});
  ASSERT_FALSE(bool(found));
  EXPECT_EQ(failureOf(found.takeError()).kind, InterpretErrorKind::Unsupported);
}

TEST_F(ElementEvaluatorTest, LooksIntoKernels) {
  function = parse(R"(
    func.func @main(%x: tensor<5x6xf32>) -> tensor<5xf32> {
      %k = tenon.kernel (%x) : (tensor<5x6xf32>) -> tensor<5xf32> {
      ^bb0(%a: tensor<5x6xf32>):
        %n = tenon.elementwise <neg> (%a) : (tensor<5x6xf32>) -> tensor<5x6xf32>
        %r = tenon.reduce <sum> %n [1] : (tensor<5x6xf32>) -> tensor<5xf32>
        tenon.yield %r : tensor<5xf32>
      }
      return %k : tensor<5xf32>
    })");
  auto found = evaluatorOfOne().compute(result(), {{2}});
  ASSERT_TRUE(bool(found));
  double sum = 0;
  for (int j = 0; j < 6; ++j)
    sum -= x.reals()[2 * 6 + j];
  EXPECT_EQ((*found)[0].real, sum);
}

TEST_F(ElementEvaluatorTest, ResultsOfEachOpAreRounded) {
  // 2048 + 1 is 2048 in fp16, whatever comes after.
  function = parse(R"(
    func.func @main(%x: tensor<1xf16>) -> tensor<1xf16> {
      %c = tenon.constant dense<1.0> : tensor<f16> -> tensor<f16>
      %a = tenon.elementwise <add> (%x, %c) :
          (tensor<1xf16>, tensor<f16>) -> tensor<1xf16>
      %r = tenon.elementwise <sub> (%a, %x) :
          (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
      return %r : tensor<1xf16>
    })");
  x = tensor("f16", {1}, {2048});
  auto found = evaluatorOfOne().at(result(), {0});
  ASSERT_TRUE(bool(found));
  EXPECT_EQ(found->real, 0);
}

} // namespace
} // namespace tenon::reference

// SPDX-License-Identifier: Apache-2.0
// Wrong results are found and named; right ones, and those of which nothing
// can be said, are not called wrong.
#include "compiler/driver/VerifyResults.h"
#include "test/unit/driver/DriverTest.h"
#include <cmath>
#include <deque>

namespace tenon {
namespace {

using reference::StoredTensor;

//===--- Samples ----------------------------------------------------------===//

TEST(SampleElements, AllCornersOfFewDimensions) {
  RandomSource random(1);
  std::vector<ElementIndex> samples = sampleElements({7, 9, 5}, random);
  for (int64_t i : {0, 6})
    for (int64_t j : {0, 8})
      for (int64_t k : {0, 4})
        EXPECT_TRUE(llvm::is_contained(samples, ElementIndex({i, j, k})));
}

TEST(SampleElements, EveryEdgeAndTheInside) {
  RandomSource random(1);
  std::vector<ElementIndex> samples = sampleElements({70, 90}, random);
  auto some = [&](auto condition) { return llvm::any_of(samples, condition); };
  auto inside = [](int64_t i, int64_t size) { return i > 0 && i < size - 1; };
  for (int64_t end : {0, 69})
    EXPECT_TRUE(some([&](const ElementIndex &at) {
      return at[0] == end && inside(at[1], 90);
    }));
  for (int64_t end : {0, 89})
    EXPECT_TRUE(some([&](const ElementIndex &at) {
      return at[1] == end && inside(at[0], 70);
    }));
  EXPECT_TRUE(some([&](const ElementIndex &at) {
    return inside(at[0], 70) && inside(at[1], 90);
  }));
}

TEST(SampleElements, OddShapes) {
  RandomSource random(1);
  EXPECT_TRUE(sampleElements({4, 0, 3}, random).empty());
  EXPECT_EQ(sampleElements({}, random).size(), 1u);
  EXPECT_EQ(sampleElements({1, 1}, random).size(), 1u);
  EXPECT_EQ(sampleElements({6, 8}, random).size(), 48u);
  ElementIndex first(9, 0), last(9, 2);
  std::vector<ElementIndex> samples =
      sampleElements(llvm::SmallVector<int64_t>(9, 3), random);
  EXPECT_TRUE(llvm::is_contained(samples, first));
  EXPECT_TRUE(llvm::is_contained(samples, last));
}

//===--- Judging ----------------------------------------------------------===//

class JudgeRunTest : public DriverTest {
protected:
  static constexpr int64_t kCount = 8;

  /// y = exp(x) + 1 as one kernel, of the node "halo".
  void SetUp() override {
    parse(R"(
      func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
        %y = tenon.kernel(%x) : (tensor<8xf32>) -> tensor<8xf32> {
        ^bb0(%a: tensor<8xf32>):
          %one = tenon.constant dense<1.0> : tensor<f32> -> tensor<f32>
          %e = tenon.elementwise <exp> (%a) : (tensor<8xf32>) -> tensor<8xf32>
          %s = tenon.elementwise <add> (%e, %one) :
              (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
          tenon.yield %s : tensor<8xf32>
        } loc("halo")
        return %y : tensor<8xf32>
      })");
    for (int i = 0; i < kCount; ++i)
      x.push_back(0.37 * i - 1);
    x[2] = NAN;
    x[5] = -INFINITY;
    for (double value : x)
      y.push_back(std::exp(static_cast<float>(value)) + 1.0f);
  }

  template <typename T>
  StoredTensor stored(mlir::Type type, const std::vector<T> &values) {
    auto *from = reinterpret_cast<const char *>(values.data());
    bytes.emplace_back(from, from + values.size() * sizeof(T));
    return llvm::cantFail(
        StoredTensor::of(type, {int64_t(values.size())}, bytes.back()));
  }
  StoredTensor tensor(const std::vector<double> &values) {
    return stored(mlir::Float32Type::get(&context),
                  std::vector<float>(values.begin(), values.end()));
  }

  Failure judge(bool reportedFault = false) {
    auto kernel = *module->getBody()
                       ->getOperations()
                       .front()
                       .getRegion(0)
                       .front()
                       .getOps<KernelOp>()
                       .begin();
    RandomSource random(2);
    counts = {};
    return judgeRun({kernel, {tensor(x)}, {tensor(y)}, reportedFault}, {},
                    random, counts);
  }

  std::vector<double> x, y;
  std::deque<std::vector<char>> bytes;
  VerifyCounts counts;
};

TEST_F(JudgeRunTest, RightResultsPass) {
  EXPECT_FALSE(judge());
  EXPECT_EQ(counts.mismatches, 0);
  EXPECT_GE(counts.checked, 6);
  // What rounding may do passes as well.
  y[0] = std::nextafterf(y[0], 9);
  EXPECT_FALSE(judge());
}

TEST_F(JudgeRunTest, AMismatchNamesNodeElementAndBothValues) {
  y[7] = 1.5;
  Failure failure = judge();
  ASSERT_EQ(failure.kind, FailureKind::Mismatch);
  EXPECT_EQ(counts.mismatches, 1);
  std::string text = failure.messages[0].text();
  for (const char *part : {"halo", "[7]", "1.5", "5.9037"})
    EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text;
}

TEST_F(JudgeRunTest, SmallDifferencesAreFound) {
  // Ten units in the last place, at the last element, a corner.
  y[7] += 10 * 5e-7;
  EXPECT_TRUE(judge());
}

TEST_F(JudgeRunTest, NumbersWhereNoneShouldBeAreFound) {
  for (size_t at : {2, 5}) {
    double before = y[at];
    y[at] = 3;
    EXPECT_TRUE(judge()) << at;
    y[at] = before;
  }
  y[0] = NAN;
  EXPECT_TRUE(judge());
}

class JudgeGatherTest : public JudgeRunTest {
protected:
  void SetUp() override {
    parse(R"(
      func.func @main(%x: tensor<8xf32>, %i: tensor<3xi64>) -> tensor<3xf32> {
        %y = tenon.kernel(%x, %i) :
            (tensor<8xf32>, tensor<3xi64>) -> tensor<3xf32> {
        ^bb0(%a: tensor<8xf32>, %b: tensor<3xi64>):
          %g = tenon.gather %a[%b] 0 : (tensor<8xf32>, tensor<3xi64>)
              -> tensor<3xf32>
          tenon.yield %g : tensor<3xf32>
        }
        return %y : tensor<3xf32>
      })");
  }

  Failure judgeIndices(std::vector<int64_t> indices, bool reportedFault) {
    auto main = *module->getOps<mlir::func::FuncOp>().begin();
    auto kernel = *main.getOps<KernelOp>().begin();
    StoredTensor at = stored(mlir::IntegerType::get(&context, 64), indices);
    RandomSource random(2);
    counts = {};
    return judgeRun({kernel,
                     {tensor({0, 1, 2, 3, 4, 5, 6, 7}), at},
                     {tensor({2, 0, 7})},
                     reportedFault},
                    {}, random, counts);
  }
};

TEST_F(JudgeGatherTest, IndicesOutOfRangeMustBeReported) {
  EXPECT_FALSE(judgeIndices({2, 0, 7}, false));
  EXPECT_EQ(counts.checked, 3);
  // Of the others the values still count.
  EXPECT_FALSE(judgeIndices({2, 8, 7}, true));
  EXPECT_EQ(counts.checked, 2);
  EXPECT_EQ(counts.unjudged, 1);
  EXPECT_TRUE(judgeIndices({3, 8, 7}, true));
  Failure failure = judgeIndices({2, 8, 7}, false);
  ASSERT_TRUE(failure);
  EXPECT_NE(failure.messages[0].text().find("reports none"), std::string::npos);
}

} // namespace
} // namespace tenon

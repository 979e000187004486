// SPDX-License-Identifier: Apache-2.0
// Losses of class labels, by hand.
#include "compiler/onnx/ClassLoss.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <cmath>
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;

/// Two samples of three classes with labels 2 and 0.
OneNodeModel loss(const char *reduction) {
  return OneNodeModel("NegativeLogLikelihoodLoss", 13)
      .input(floats({2, 3}, {1, 2, 3, 4, 5, 6}))
      .input(ints({2}, {2, 0}))
      .attribute("reduction", reduction);
}

TEST(ClassLoss, TakesTheProbabilityAtTheLabel) {
  EXPECT_EQ((Values{-3, -4}), loss("none").values());
  EXPECT_EQ((Values{-7}), loss("sum").values());
  EXPECT_EQ((Values{-3.5}), loss("mean").values());
}

TEST(ClassLoss, WeightsClassesAndTheirMean) {
  TestTensor weights = floats({3}, {1, 10, 3});
  EXPECT_EQ((Values{-9, -4}), loss("none").input(weights).values());
  EXPECT_EQ((Values{-13.0 / 4}), loss("mean").input(weights).values());
}

TEST(ClassLoss, IgnoredLabelsCountForNothing) {
  auto ignoring = [](const char *reduction) {
    return OneNodeModel("NegativeLogLikelihoodLoss", 13)
        .input(floats({2, 3}, {1, 2, 3, 4, 5, 6}))
        .input(ints({2}, {2, -1}))
        .attribute("reduction", reduction)
        .attribute("ignore_index", int64_t(-1))
        .values();
  };
  EXPECT_EQ((Values{-3, 0}), ignoring("none"));
  EXPECT_EQ((Values{-3}), ignoring("mean"));
}

TEST(ClassLoss, SoftmaxCrossEntropyGivesLogProbabilities) {
  OneNodeModel::Result result = OneNodeModel("SoftmaxCrossEntropyLoss", 13)
                                    .input(floats({1, 2}, {0, 0}))
                                    .input(ints({1}, {1}))
                                    .outputs(2)
                                    .run();
  ASSERT_EQ("", result.problem);
  EXPECT_NEAR(std::log(2.0), result.outputs[0].values[0], 1e-6);
  EXPECT_NEAR(-std::log(2.0), result.outputs[1].values[1], 1e-6);
}

TEST(ClassLoss, RefusesShapesAndWordsThatCannotBe) {
  EXPECT_EQ("attribute 'reduction' is 'most' and must be 'none', 'sum' or "
            "'mean'",
            loss("most").run().problem);
  EXPECT_NE("", loss("sum").input(floats({2}, {1, 1})).run().problem);
  EXPECT_NE("", OneNodeModel("NegativeLogLikelihoodLoss", 13)
                    .input(floats({2, 3}, {1, 2, 3, 4, 5, 6}))
                    .input(ints({2, 3}, {0, 0, 0, 0, 0, 0}))
                    .run()
                    .problem);
}

} // namespace
} // namespace tenon

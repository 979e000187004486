// SPDX-License-Identifier: Apache-2.0
// Normalisations on values whose means and deviations are whole numbers.
#include "compiler/onnx/Normalization.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;

void expectNear(const Values &expected, const Values &found) {
  ASSERT_EQ(expected.size(), found.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(expected[i], found[i], 1e-5) << "element " << i;
}

OneNodeModel batch(int64_t opset, TestTensor x) {
  OneNodeModel model("BatchNormalization", opset);
  model.input(x).input(floats({2}, {1, 2})).input(floats({2}, {0, 1}));
  model.input(floats({2}, {1, 1})).input(floats({2}, {4, 9}));
  model.attribute("epsilon", 0.0F);
  return model;
}

TEST(BatchNormalization, UsesTheGivenStatistics) {
  TestTensor x = floats({1, 2, 2}, {1, 3, 1, 4});
  for (int64_t opset : {7, 9, 14, 15})
    expectNear({0, 1, 1, 3}, batch(opset, x).values());
}

TEST(BatchNormalization, TrainingMovesThem) {
  // Channel 0 has mean 2, variance 1; channel 1 mean 1, variance 9.
  TestTensor x = floats({1, 2, 2}, {1, 3, -2, 4});
  OneNodeModel model = batch(14, x);
  model.attribute("training_mode", int64_t(1)).attribute("momentum", 0.5F);
  OneNodeModel::Result result = model.outputs(3).run();
  expectNear({-1, 1, -1, 3}, result.outputs.at(0).values);
  expectNear({1.5, 1}, result.outputs.at(1).values);
  expectNear({2.5, 9}, result.outputs.at(2).values);
  OneNodeModel old = batch(9, x);
  old.attribute("momentum", 0.5F);
  result = old.outputs(5).run();
  expectNear({1.5, 1}, result.outputs.at(1).values);
  expectNear({2, 1}, result.outputs.at(3).values);
}

TEST(BatchNormalization, HadStatisticsOfEveryElementBeforeOpset9) {
  OneNodeModel model("BatchNormalization", 7);
  model.input(floats({1, 1, 2}, {3, 5}));
  model.input(floats({1, 2}, {1, 1})).input(floats({1, 2}, {0, 0}));
  model.input(floats({1, 2}, {1, 1})).input(floats({1, 2}, {1, 4}));
  model.attribute("epsilon", 0.0F).attribute("spatial", int64_t(0));
  expectNear({2, 2}, model.values());
}

TEST(Normalizations, RefuseScalesThatAreNotOneForEachChannel) {
  for (const char *op : {"InstanceNormalization", "GroupNormalization"})
    for (const TestTensor &scale : {floats({}, {1}), floats({2, 1}, {1, 2}),
                                    floats({1}, {1}), floats({3}, {1, 2, 3})}) {
      OneNodeModel model(op, 21);
      model.input(floats({1, 2, 2}, {1, 3, 1, 4})).input(scale);
      model.input(floats({2}, {0, 1}));
      if (std::string_view(op) == "GroupNormalization")
        model.attribute("num_groups", int64_t(1));
      EXPECT_NE("", model.run().problem) << op;
    }
  OneNodeModel model("BatchNormalization", 14);
  model.input(floats({1, 2, 2}, {1, 3, 1, 4})).input(floats({2}, {1, 2}));
  model.input(floats({2}, {0, 1})).input(floats({3}, {1, 1, 1}));
  model.input(floats({2}, {4, 9})).attribute("training_mode", int64_t(1));
  EXPECT_NE("", model.outputs(3).run().problem);
}

TEST(InstanceNormalization, EachChannelByItself) {
  OneNodeModel model("InstanceNormalization", 6 + 1);
  model.input(floats({1, 2, 2}, {1, 3, 10, 30})).dynamic(2, "W");
  model.input(floats({2}, {1, 2})).input(floats({2}, {0, 5}));
  expectNear({-1, 1, 3, 7}, model.attribute("epsilon", 0.0F).values());
}

TEST(LayerNormalization, GivesMeanAndDeviation) {
  OneNodeModel model("LayerNormalization", 17);
  model.input(floats({2, 2}, {1, 3, 10, 30})).dynamic(0, "N");
  model.input(floats({2}, {1, 2})).input(floats({2}, {0, 1}));
  OneNodeModel::Result result =
      model.attribute("epsilon", 0.0F).outputs(3).run();
  expectNear({-1, 3, -1, 3}, result.outputs.at(0).values);
  EXPECT_EQ((Dims{2, 1}), result.outputs.at(1).dims);
  expectNear({2, 20}, result.outputs.at(1).values);
  expectNear({1, 0.1}, result.outputs.at(2).values);
}

TEST(GroupNormalization, ScaledByGroupAndSinceOpset21ByChannel) {
  TestTensor x = floats({1, 4, 1}, {1, 3, 10, 30});
  auto grouped = [&](int64_t opset, TestTensor scale, TestTensor bias) {
    OneNodeModel model("GroupNormalization", opset);
    model.input(x).input(scale).input(bias).attribute("epsilon", 0.0F);
    return model.attribute("num_groups", int64_t(2)).values();
  };
  expectNear({-1, 1, -1, 3},
             grouped(18, floats({2}, {1, 2}), floats({2}, {0, 1})));
  expectNear({-1, 2, -3, 5},
             grouped(21, floats({4}, {1, 2, 3, 4}), floats({4}, {0, 0, 0, 1})));
}

TEST(RMSNormalization, DividesByTheRootMeanSquare) {
  OneNodeModel model("RMSNormalization", 23);
  model.input(floats({1, 2}, {1, 7})).input(floats({2}, {5, 10}));
  expectNear({1, 14}, model.attribute("epsilon", 0.0F).values());
}

TEST(MeanVarianceNormalization, OverAxes) {
  OneNodeModel model("MeanVarianceNormalization", 9);
  model.input(floats({2, 2}, {1, 2, 3, 6})).attribute("axes", Dims{0});
  expectNear({-1, -1, 1, 1}, model.values());
}

TEST(LpNormalization, GivesZerosForZeros) {
  OneNodeModel two("LpNormalization", 7), one("LpNormalization", 22);
  expectNear({.6, -.8, 0, 0},
             two.input(floats({2, 2}, {3, -4, 0, 0})).values());
  one.input(floats({1, 2}, {3, -1})).attribute("p", int64_t(1));
  expectNear({.75, -.25}, one.values());
}

TEST(LRN, SumsNeighboursAmongChannels) {
  // size 2: one neighbour after, none before.
  OneNodeModel model("LRN", 13);
  model.input(floats({1, 3, 1}, {1, 2, 3})).dynamic(2, "W");
  model.attribute("size", int64_t(2)).attribute("alpha", 2.0F);
  model.attribute("beta", 1.0F).attribute("bias", 0.0F);
  expectNear({1.0 / 5, 2.0 / 13, 3.0 / 9}, model.values());
}

} // namespace
} // namespace tenon

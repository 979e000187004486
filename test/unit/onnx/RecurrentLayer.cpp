// SPDX-License-Identifier: Apache-2.0
// RNN, GRU and LSTM on small whole numbers: directions, lengths, layouts,
// states in and out.
#include "compiler/onnx/RecurrentLayer.h"
#include "test/unit/onnx/OneNodeModel.h"
#include <gtest/gtest.h>

namespace tenon {
namespace {

using Values = std::vector<double>;
using Dims = std::vector<int64_t>;
using Words = std::vector<std::string_view>;

/// H = X + 10 H', one state, positive numbers.
OneNodeModel sums(TestTensor x, const char *direction) {
  int64_t directions = std::string_view(direction) == "bidirectional" ? 2 : 1;
  OneNodeModel model("RNN", 14);
  model.input(std::move(x)).dynamic(0, "T");
  model.input(floats({directions, 1, 1}, Values(directions, 1)));
  model.input(floats({directions, 1, 1}, Values(directions, 10)));
  model.attribute("activations", Words(directions, "Relu"));
  model.attribute("direction", direction).outputs(2);
  return model;
}

TestTensor steps(Values values) {
  auto count = static_cast<int64_t>(values.size());
  return floats({count, 1, 1}, std::move(values));
}

TEST(RNN, EveryDirection) {
  OneNodeModel::Result forward = sums(steps({1, 2, 3}), "forward").run();
  EXPECT_EQ((Values{1, 12, 123}), forward.outputs.at(0).values);
  EXPECT_EQ((Values{123}), forward.outputs.at(1).values);
  EXPECT_EQ((Dims{3, 1, 1, 1}), forward.outputs.at(0).dims);
  OneNodeModel::Result reverse = sums(steps({1, 2, 3}), "reverse").run();
  EXPECT_EQ((Values{321, 32, 3}), reverse.outputs.at(0).values);
  EXPECT_EQ((Values{321}), reverse.outputs.at(1).values);
  OneNodeModel::Result both = sums(steps({1, 2, 3}), "bidirectional").run();
  EXPECT_EQ((Values{1, 321, 12, 32, 123, 3}), both.outputs.at(0).values);
  EXPECT_EQ((Values{123, 321}), both.outputs.at(1).values);
}

TEST(RNN, LengthsEndSequencesEarly) {
  TestTensor lengths = ints({2}, {2, 3});
  lengths.type = OnnxElementType::Int32;
  TestTensor x = floats({3, 2, 1}, {1, 4, 2, 5, 3, 6});
  auto run = [&](const char *direction) {
    return sums(x, direction).noInput().input(lengths).run();
  };
  OneNodeModel::Result forward = run("forward");
  EXPECT_EQ((Values{1, 4, 12, 45, 0, 456}), forward.outputs.at(0).values);
  EXPECT_EQ((Values{12, 456}), forward.outputs.at(1).values);
  OneNodeModel::Result reverse = run("reverse");
  EXPECT_EQ((Values{21, 654, 2, 65, 0, 6}), reverse.outputs.at(0).values);
  EXPECT_EQ((Values{21, 654}), reverse.outputs.at(1).values);
}

TEST(RNN, BiasesAndInitialStateAdd) {
  OneNodeModel model = sums(steps({1}), "forward");
  model.input(floats({1, 2}, {100, 200})).noInput();
  model.input(floats({1, 1, 1}, {5}));
  EXPECT_EQ((Values{351}), model.run().outputs.at(1).values);
}

TEST(RNN, WithoutStepsGivesTheInitialState) {
  OneNodeModel model = sums(steps({}), "forward");
  model.noInput().noInput().input(floats({1, 1, 1}, {5}));
  EXPECT_EQ((Values{5}), model.run().outputs.at(1).values);
}

TEST(RNN, BatchFirstSinceOpset14) {
  OneNodeModel model = sums(floats({2, 2, 1}, {1, 2, 3, 4}), "forward");
  OneNodeModel::Result result = model.attribute("layout", int64_t(1)).run();
  EXPECT_EQ((Dims{2, 2, 1, 1}), result.outputs.at(0).dims);
  EXPECT_EQ((Values{1, 12, 3, 34}), result.outputs.at(0).values);
  EXPECT_EQ((Dims{2, 1, 1}), result.outputs.at(1).dims);
}

TEST(LSTM, GatesInOnnxOrder) {
  // All activations the identity (Affine), weights of the state 0: with x = 1
  // the gates are their weights i 2, o 3, f 5, c 7.
  OneNodeModel model("LSTM", 7);
  model.input(steps({1, 1})).dynamic(0, "T");
  model.input(floats({1, 4, 1}, {2, 3, 5, 7}));
  model.input(floats({1, 4, 1}, {0, 0, 0, 0})).noInput().noInput();
  model.noInput().input(floats({1, 1, 1}, {1}));
  model.attribute("activations", Words{"Affine", "Affine", "Affine"});
  OneNodeModel::Result result = model.outputs(3).run();
  // C = 5 * 1 + 2 * 7 = 19, then 5 * 19 + 14 = 109; H = 3 C.
  EXPECT_EQ((Values{57, 327}), result.outputs.at(0).values);
  EXPECT_EQ((Values{327}), result.outputs.at(1).values);
  EXPECT_EQ((Values{109}), result.outputs.at(2).values);
}

TEST(LSTM, PeepholesSeeTheCell) {
  OneNodeModel model("LSTM", 7);
  model.input(steps({1})).input(floats({1, 4, 1}, {0, 0, 0, 1}));
  model.input(floats({1, 4, 1}, {0, 0, 0, 0})).noInput().noInput();
  model.noInput().input(floats({1, 1, 1}, {1}));
  // p_i 2, p_o 3, p_f 5: C = 5 * 1 + 2 * 1 = 7, H = 3 * 7 * 7.
  model.input(floats({1, 3}, {2, 3, 5}));
  model.attribute("activations", Words{"Affine", "Affine", "Affine"});
  EXPECT_EQ((Values{147}), model.values());
}

TEST(GRU, ResetBeforeOrAfterTheProduct) {
  auto hidden = [](int64_t linear) {
    OneNodeModel model("GRU", 7);
    // z 0, r 3, h: x + r-scaled part; H' = 2 with weight 5, biases 7 and 11.
    model.input(steps({1})).input(floats({1, 3, 1}, {0, 3, 1}));
    model.input(floats({1, 3, 1}, {0, 0, 5}));
    model.input(floats({1, 6}, {0, 0, 7, 0, 0, 11})).noInput();
    model.input(floats({1, 1, 1}, {2}));
    model.attribute("activations", Words{"Affine", "Affine"});
    return model.attribute("linear_before_reset", linear).values();
  };
  EXPECT_EQ((Values{1 + 7 + 11 + 3 * 2 * 5}), hidden(0));
  EXPECT_EQ((Values{1 + 7 + 3 * (2 * 5 + 11)}), hidden(1));
}

TEST(RecurrentLayer, ParametersGoToTheActivationsThatTakeThem) {
  OneNodeModel model("LSTM", 7);
  model.input(steps({1})).input(floats({1, 4, 1}, {1, 1, 1, 1}));
  model.input(floats({1, 4, 1}, {0, 0, 0, 0}));
  model.attribute("activations", Words{"Relu", "Affine", "Affine"});
  model.attribute("activation_alpha", std::vector<float>{2, 3});
  model.attribute("activation_beta", std::vector<float>{0, 1});
  EXPECT_EQ((Values{3 * 2 + 1}), model.values()); // g = 2x, h = 3x + 1
}

TEST(LSTM, PeepholesOfASizeKnownLaterAreAsLongAsTheyMust) {
  OneNodeModel model("LSTM", 14);
  model.input(steps({1})).input(floats({1, 4, 1}, {1, 1, 1, 1}));
  model.input(floats({1, 4, 1}, {0, 0, 0, 0})).noInput().noInput();
  model.noInput().noInput().input(floats({1, 3}, {0, 0, 0})).dynamic(1, "P");
  EXPECT_EQ("", model.run().problem);
}

TEST(RecurrentLayer, RefusesWhatDoesNotFit) {
  EXPECT_NE("", sums(steps({1}), "sideways").run().problem);
  OneNodeModel unknown = sums(steps({1}), "forward");
  unknown.attribute("clip", 1.0F).attribute("hidden_size", int64_t(3));
  EXPECT_NE("", unknown.run().problem);
  OneNodeModel shape("GRU", 7);
  shape.input(steps({1})).input(floats({1, 4, 1}, {0, 0, 0, 0}));
  shape.input(floats({1, 3, 1}, {0, 0, 0}));
  EXPECT_NE("", shape.run().problem);
}

} // namespace
} // namespace tenon

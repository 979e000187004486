// SPDX-License-Identifier: Apache-2.0
// RNN, GRU and LSTM against plain loops, in all their options.
#include "compiler/reference/ElementEvaluator.h"
#include "test/unit/reference/RecurrentLoops.h"
#include "test/unit/reference/ReferenceTest.h"

namespace tenon::reference {
namespace {

class RecurrentTest : public ReferenceTest {
protected:
  static Values numbered(int count, int seed) {
    Values values;
    for (int i = 0; i < count; ++i)
      values.push_back(((i + seed) * 37 % 101 - 50) / 64.0);
    return values;
  }

  /// A layer with numbers in all that every layer has.
  static Layer layer(const std::string &kind) {
    Layer made;
    made.kind = kind;
    int rows = made.gates() * made.states;
    made.projected = numbered(made.steps * made.batch * rows, 1);
    made.weights = numbered(rows * made.states, 2);
    made.hidden = numbered(made.batch * made.states, 3);
    if (made.isLstm())
      made.cell = numbered(made.batch * made.states, 4);
    made.activations = {"sigmoid", "tanh", "tanh"};
    made.activations.resize(kind == "rnn" ? 1 : kind == "gru" ? 2 : 3);
    made.alpha = made.beta = Values(made.activations.size(), 0);
    return made;
  }

  /// The op's operands, as text and as tensors.
  struct Operands {
    std::string arguments, names, types;
    std::vector<Tensor> tensors;
  };
  void add(Operands &to, const std::string &keyword, const std::string &element,
           Shape shape, const Values &values) {
    std::string name = "%a" + std::to_string(to.tensors.size());
    std::string type = "tensor<";
    for (int64_t size : shape)
      type += std::to_string(size) + "x";
    type += element + ">";
    std::string comma = to.tensors.empty() ? "" : ", ";
    to.arguments += comma + name + ": " + type;
    to.types += comma + type;
    to.names += (keyword.empty() ? comma : " " + keyword + " ") + name;
    to.tensors.push_back(tensor(element, shape, values));
  }
  Operands operandsOf(const Layer &l, const std::string &element) {
    Operands all;
    int64_t rows = l.gates() * l.states;
    add(all, "", element, {l.steps, l.batch, rows}, l.projected);
    add(all, "", element, {rows, l.states}, l.weights);
    add(all, "", element, {l.batch, l.states}, l.hidden);
    if (l.isLstm())
      add(all, "cell", element, {l.batch, l.states}, l.cell);
    if (!l.bias.empty())
      add(all, "bias", element, {l.states}, l.bias);
    if (!l.peepholes.empty())
      add(all, "peepholes", element, {3 * l.states}, l.peepholes);
    if (!l.lengths.empty())
      add(all, "lengths", "i32", {l.batch},
          Values(l.lengths.begin(), l.lengths.end()));
    return all;
  }

  static std::string list(const Values &values) {
    std::string text;
    for (double value : values)
      text += (text.empty() ? "" : ", ") + std::to_string(value);
    return text;
  }
  std::string textOf(const Layer &l, const Operands &operands,
                     const std::string &element) {
    std::string state = "tensor<" + std::to_string(l.steps) + "x" +
                        std::to_string(l.batch) + "x" +
                        std::to_string(l.states) + "x" + element + ">";
    bool two = l.kind != "rnn";
    std::string states = two ? state + ", " + state : state, activations;
    for (const std::string &name : l.activations)
      activations += (activations.empty() ? "" : ", ") +
                     ("#tenon.activation<" + name + ">");
    std::string names = two ? "%r:2" : "%r";
    return "func.func @main(" + operands.arguments + ") -> (" + states +
           ") {\n" + names + " = tenon.recurrent <" + l.kind + "> " +
           operands.names + " {activations = [" + activations +
           "], alpha = array<f64: " + list(l.alpha) +
           ">, beta = array<f64: " + list(l.beta) +
           ">, clip = " + std::to_string(l.clip) +
           " : f64, linear_before_reset = " +
           (l.linearBeforeReset ? "true" : "false") +
           ", input_forget = " + (l.inputForget ? "true" : "false") + "} : (" +
           operands.types + ") -> (" + states + ")\nreturn " +
           (two ? "%r#0, %r#1" : "%r") + " : " + states + "\n}";
  }

  void expectLikeLoops(Layer l) {
    Operands operands = operandsOf(l, "f64");
    auto results = runAll(textOf(l, operands, "f64"), operands.tensors);
    ASSERT_EQ(results.size(), l.kind == "rnn" ? 1u : 2u);
    l.run();
    expectNear(valuesOf(results.back()), l.y);
    if (l.isLstm())
      expectNear(valuesOf(results.front()), l.c);
  }
  static void expectNear(const Values &found, const Values &expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-14) << "element " << i;
  }
};

TEST_F(RecurrentTest, PlainLayers) {
  for (const char *kind : {"rnn", "gru", "lstm"})
    expectLikeLoops(layer(kind));
}

TEST_F(RecurrentTest, GruLinearBeforeReset) {
  Layer l = layer("gru");
  l.linearBeforeReset = true;
  expectLikeLoops(l);
  l.bias = numbered(l.states, 9);
  expectLikeLoops(l);
}

TEST_F(RecurrentTest, LstmOptions) {
  Layer l = layer("lstm");
  l.peepholes = numbered(3 * l.states, 11);
  expectLikeLoops(l);
  l.inputForget = true;
  expectLikeLoops(l);
  l.clip = 0.25;
  expectLikeLoops(l);
}

TEST_F(RecurrentTest, SequencesThatEndKeepTheirStates) {
  for (const char *kind : {"rnn", "gru", "lstm"}) {
    Layer l = layer(kind);
    l.lengths = {3, 0};
    expectLikeLoops(l);
    l.lengths = {5, 7}; // longer than the steps there are
    expectLikeLoops(l);
  }
}

TEST_F(RecurrentTest, EveryActivation) {
  for (const char *name :
       {"sigmoid", "tanh", "relu", "affine", "leaky_relu", "thresholded_relu",
        "scaled_tanh", "hard_sigmoid", "elu", "softsign", "softplus"}) {
    Layer l = layer("rnn");
    l.activations = {name};
    l.alpha = {0.375};
    l.beta = {0.5};
    expectLikeLoops(l);
  }
}

TEST_F(RecurrentTest, OneStepByHand) {
  Layer l = layer("lstm");
  l.steps = l.batch = l.states = 1;
  l.projected = {0, 0, 0, 0};
  l.weights = {0, 0, 0, 0};
  l.hidden = {0.5};
  l.cell = {2};
  Operands operands = operandsOf(l, "f64");
  auto results = runAll(textOf(l, operands, "f64"), operands.tensors);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(valuesOf(results[0]), Values({1})); // half of the old cell
  EXPECT_NEAR(valuesOf(results[1])[0], std::tanh(1.0) / 2, 1e-16);
}

TEST_F(RecurrentTest, HalfStatesAreRoundedEachStep) {
  Layer l = layer("rnn");
  l.steps = 3;
  l.batch = l.states = 1;
  l.activations = {"affine"};
  l.alpha = {1};
  l.projected = {2048, 1, 1}; // 2048 + 1 is 2048 in fp16
  l.weights = {1};
  l.hidden = {0};
  Operands operands = operandsOf(l, "f16");
  auto results = runAll(textOf(l, operands, "f16"), operands.tensors);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(valuesOf(results[0]), Values({2048, 2048, 2048}));
}

TEST_F(RecurrentTest, SingleElementsOfLongSequences) {
  // The last of 3000 steps on demand, without a stack as deep.
  Layer l = layer("lstm");
  l.steps = 3000;
  l.projected = numbered(l.steps * l.batch * 4 * l.states, 1);
  Operands operands = operandsOf(l, "f64");
  mlir::func::FuncOp function = parse(textOf(l, operands, "f64"));
  mlir::Value y = function.getBody().front().getTerminator()->getOperand(1);
  auto known = [&](mlir::Value value) -> const Tensor * {
    auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
    return argument ? &operands.tensors[argument.getArgNumber()] : nullptr;
  };
  ElementEvaluator elements(known, {});
  auto found = elements.compute(y, {{l.steps - 1, 1, 2}});
  ASSERT_TRUE(bool(found)) << llvm::toString(found.takeError());
  l.run();
  EXPECT_NEAR((*found)[0].real, l.y.back(), 1e-13);

  // With all steps known, a step is judged from the one before.
  auto whole = interpret(function, operands.tensors);
  ASSERT_TRUE(bool(whole));
  ElementEvaluator steps(
      [&](mlir::Value value) {
        auto result = mlir::dyn_cast<mlir::OpResult>(value);
        return result ? &(*whole)[result.getResultNumber()] : known(value);
      },
      {}, /*maxElements=*/4);
  auto one = steps.compute(y, {{2000, 0, 1}});
  ASSERT_TRUE(bool(one));
  EXPECT_EQ((*one)[0].real, (*whole)[1].reals()[2000 * 6 + 1]);
}

} // namespace
} // namespace tenon::reference

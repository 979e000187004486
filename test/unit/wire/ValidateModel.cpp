// SPDX-License-Identifier: Apache-2.0
// One fault per test, each named with its place; sound models pass.
#include "compiler/onnx/wire/ValidateModel.h"

#include "compiler/onnx/wire/ModelFile.h"
#include "compiler/onnx/wire/WireWriter.h"
#include "test/fuzz/ModelBuilder.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using test::bareInfo;
using test::graphAttribute;
using test::GraphSpec;
using test::node;
using test::tensorInfo;
constexpr OnnxElementType kFloat = OnnxElementType::Float32;

/// All errors of a file in memory, a line each.
std::string faultsOf(const std::string &file) {
  auto model = readModelBytes(file, "m");
  if (!model)
    return "unreadable: " + model.error().text();
  std::string text;
  for (const OnnxError &error : validateModel(*model))
    text += error.text() + "\n";
  return text;
}

std::string faultsOf(const GraphSpec &spec) {
  return faultsOf(test::model({.graph = test::graph(spec)}));
}

std::string relu(const char *input, const char *output, const char *name = "") {
  return node({.opType = "Relu",
               .inputs = {input},
               .outputs = {output},
               .attributes = {},
               .name = name});
}

GraphSpec oneRelu() {
  return {.nodes = {relu("x", "y")},
          .inputs = {tensorInfo("x", kFloat, {"N"})},
          .outputs = {tensorInfo("y", kFloat, {"N"})}};
}

#define EXPECT_FAULT(faults, part)                                             \
  EXPECT_NE((faults).find(part), std::string::npos) << faults

TEST(ValidateModel, AcceptsSoundModels) {
  EXPECT_EQ(faultsOf(oneRelu()), "");
  EXPECT_EQ(faultsOf(test::sampleModel()), "");
  // No nodes at all: an input is the output.
  EXPECT_EQ(faultsOf({.nodes = {},
                      .inputs = {tensorInfo("x", kFloat, {})},
                      .outputs = {bareInfo("x")}}),
            "");
}

TEST(ValidateModel, SortsNodes) {
  std::string file = test::model(
      {.graph = test::graph({.nodes = {relu("c", "y"), relu("b", "c"),
                                       relu("x", "a"), relu("a", "b")},
                             .inputs = {tensorInfo("x", kFloat, {"N"})},
                             .outputs = {bareInfo("y")}})});
  auto model = readModelBytes(file, "m");
  ASSERT_TRUE(model);
  ASSERT_TRUE(validateModel(*model).empty());
  std::string order;
  for (const OnnxNode &each : model->graph->nodes)
    order += each.outputs[0];
  EXPECT_EQ(order, "abcy");
  EXPECT_EQ(model->graph->nodes[3].fileIndex, 0);
}

TEST(ValidateModel, SortsByWhatBodiesUse) {
  std::string body = test::graph(
      {.nodes = {relu("late", "inner")}, .outputs = {bareInfo("inner")}});
  std::string choose =
      node({.opType = "If",
            .inputs = {"x"},
            .outputs = {"y"},
            .attributes = {graphAttribute("then_branch", body)}});
  std::string file = test::model(
      {.graph = test::graph({.nodes = {choose, relu("x", "late")},
                             .inputs = {tensorInfo("x", kFloat, {"N"})},
                             .outputs = {bareInfo("y")}})});
  auto model = readModelBytes(file, "m");
  ASSERT_TRUE(model);
  std::vector<OnnxError> errors = validateModel(*model);
  ASSERT_TRUE(errors.empty()) << errors[0].text();
  EXPECT_EQ(model->graph->nodes[0].opType, "Relu");
  EXPECT_EQ(model->graph->nodes[1].opType, "If");
}

TEST(ValidateModel, NamesTheNodesOfACycle) {
  GraphSpec spec = {.nodes = {relu("x", "free", "outside"),
                              relu("c", "a", "first"), relu("a", "b", "second"),
                              relu("b", "c", "third")},
                    .inputs = {tensorInfo("x", kFloat, {"N"})},
                    .outputs = {bareInfo("c")}};
  std::string faults = faultsOf(spec);
  EXPECT_FAULT(faults, "nodes form a cycle");
  EXPECT_FAULT(faults, "node 'first' (Relu) uses node 'third' (Relu) uses "
                       "node 'second' (Relu) uses node 'first' (Relu)");
  EXPECT_EQ(faults.find("outside"), std::string::npos);
  EXPECT_FAULT(
      faultsOf({.nodes = {relu("a", "a", "self")}, .outputs = {bareInfo("a")}}),
      "node 'self' (Relu) uses node 'self' (Relu)");
}

TEST(ValidateModel, FindsCyclesThroughBodies) {
  std::string body = test::graph(
      {.nodes = {relu("y", "inner")}, .outputs = {bareInfo("inner")}});
  std::string choose =
      node({.opType = "If",
            .inputs = {"x"},
            .outputs = {"y"},
            .attributes = {graphAttribute("then_branch", body)},
            .name = "choose"});
  EXPECT_FAULT(faultsOf({.nodes = {choose},
                         .inputs = {tensorInfo("x", kFloat, {"N"})},
                         .outputs = {bareInfo("y")}}),
               "node 'choose' (If) uses node 'choose' (If)");
}

TEST(ValidateModel, FindsUndefinedNames) {
  GraphSpec spec = oneRelu();
  spec.nodes[0] = relu("absent", "y", "r");
  EXPECT_FAULT(faultsOf(spec), "node 'r' (Relu): a node uses a value that "
                               "nothing defines; found 'absent'");
  spec = oneRelu();
  spec.outputs = {bareInfo("absent")};
  EXPECT_FAULT(faultsOf(spec), "output 'absent': nothing defines an output");
  spec = oneRelu();
  spec.outputs = {};
  EXPECT_FAULT(faultsOf(spec), "the model has no outputs");
}

TEST(ValidateModel, FindsNamesDefinedTwice) {
  GraphSpec spec = oneRelu();
  spec.nodes.push_back(relu("x", "y", "again"));
  EXPECT_FAULT(faultsOf(spec), "node 'again' (Relu): a value is defined twice");
  spec = oneRelu();
  spec.nodes.push_back(relu("y", "x"));
  EXPECT_FAULT(faultsOf(spec), "a value is defined twice; found 'x'");
  spec = oneRelu();
  spec.inputs.push_back(spec.inputs[0]);
  EXPECT_FAULT(faultsOf(spec), "two inputs have the same name");
  spec = oneRelu();
  spec.outputs.push_back(spec.outputs[0]);
  EXPECT_FAULT(faultsOf(spec), "two outputs have the same name");
  spec = oneRelu();
  spec.initializers = {test::floatTensor("w", {1}, {0}),
                       test::floatTensor("w", {1}, {0})};
  EXPECT_FAULT(faultsOf(spec), "two initializers have the same name");
}

TEST(ValidateModel, FindsMissingNames) {
  GraphSpec spec = oneRelu();
  spec.inputs.push_back(tensorInfo("", kFloat, {}));
  EXPECT_FAULT(faultsOf(spec), "an input has no name");
  spec = oneRelu();
  spec.initializers = {test::floatTensor("", {1}, {0})};
  EXPECT_FAULT(faultsOf(spec), "an initializer has no name");
  spec = oneRelu();
  spec.nodes.push_back(node({.opType = "", .inputs = {}, .outputs = {}}));
  EXPECT_FAULT(faultsOf(spec), "node #1: a node has no operator");
}

TEST(ValidateModel, KnowsTheScopesOfBodies) {
  auto spec = [](const std::string &body) {
    return GraphSpec{
        .nodes = {relu("x", "a"),
                  node({.opType = "If",
                        .inputs = {"a"},
                        .outputs = {"y"},
                        .attributes = {graphAttribute("then_branch", body)},
                        .name = "if"}),
                  relu("y", "after")},
        .inputs = {tensorInfo("x", kFloat, {"N"})},
        .outputs = {bareInfo("after")}};
  };
  // Sees what is outside; a result of the body is not seen outside of it.
  EXPECT_EQ(faultsOf(spec(test::graph(
                {.nodes = {relu("a", "in")}, .outputs = {bareInfo("in")}}))),
            "");
  GraphSpec leak = spec(
      test::graph({.nodes = {relu("a", "in")}, .outputs = {bareInfo("in")}}));
  leak.nodes.push_back(relu("in", "leaked"));
  EXPECT_FAULT(faultsOf(leak), "found 'in'");
  // An input of a body may hide an outer name; a result may not.
  EXPECT_EQ(faultsOf(spec(test::graph({.nodes = {relu("a", "in")},
                                       .inputs = {bareInfo("a")},
                                       .outputs = {bareInfo("in")}}))),
            "");
  std::string faults = faultsOf(spec(test::graph(
      {.nodes = {relu("x", "a", "hide")}, .outputs = {bareInfo("a")}})));
  EXPECT_FAULT(faults, "node 'if' (If) / then_branch / node 'hide' (Relu): a "
                       "value is defined twice; found 'a'");
}

TEST(ValidateModel, FindsBadShapesAndTypes) {
  auto withInput = [](const std::string &info) {
    return GraphSpec{.nodes = {}, .inputs = {info}, .outputs = {bareInfo("x")}};
  };
  EXPECT_FAULT(faultsOf(withInput(tensorInfo("x", kFloat, {"-2"}))),
               "input 'x': a dimension is negative; found -2");
  EXPECT_EQ(faultsOf(withInput(tensorInfo("x", kFloat, {"-1"}))), "");
  EXPECT_FAULT(faultsOf(withInput(
                   tensorInfo("x", kFloat, {"4294967296", "4294967296", "N"}))),
               "input 'x': a tensor is too large");
  EXPECT_EQ(
      faultsOf(withInput(tensorInfo("x", kFloat, {"1048576", "1048576"}))), "");
  EXPECT_FAULT(
      faultsOf(withInput(tensorInfo("x", kFloat, {"1048576", "1048577"}))),
      "too large");
  EXPECT_FAULT(faultsOf(withInput(tensorInfo("x", elementTypeOf(77), {}))),
               "no element type that ONNX knows; found 77");
  EXPECT_FAULT(faultsOf(withInput(bareInfo("x"))), "an input has no type");
}

TEST(ValidateModel, ChecksTensorsWhereverTheyAre) {
  std::string bad = test::rawTensor("w", kFloat, {2}, "123");
  GraphSpec spec = oneRelu();
  spec.initializers = {bad};
  EXPECT_FAULT(faultsOf(spec), "initializer 'w': a tensor's data is shorter "
                               "than its shape; found 3 bytes; allowed: 8 "
                               "bytes for f32[2]");
  spec = oneRelu();
  spec.nodes.push_back(
      node({.opType = "Constant",
            .inputs = {},
            .outputs = {"c"},
            .attributes = {test::tensorAttribute("value", bad)},
            .name = "k"}));
  EXPECT_FAULT(faultsOf(spec),
               "node 'k' (Constant) / attribute 'value': a tensor's data");
}

TEST(ValidateModel, ChecksDefaultsAgainstInputs) {
  GraphSpec spec = oneRelu();
  spec.inputs.push_back(tensorInfo("w", kFloat, {"M", "2"}));
  spec.initializers = {test::floatTensor("w", {1, 2}, {1, 2})};
  EXPECT_EQ(faultsOf(spec), "");
  const std::string kBad[] = {test::floatTensor("w", {2}, {1, 2}),
                              test::floatTensor("w", {2, 1}, {1, 2}),
                              test::int64Tensor("w", {1, 2}, {1, 2})};
  for (const std::string &tensor : kBad) {
    spec.initializers = {tensor};
    EXPECT_FAULT(faultsOf(spec), "contradicts the type of the input");
  }
}

TEST(ValidateModel, ChecksSparseInitializers) {
  auto faults = [](const std::string &values, const std::string &indices) {
    std::string sparse = WireWriter()
                             .bytes(1, values)
                             .bytes(2, indices)
                             .integer(3, 2)
                             .integer(3, 3)
                             .take();
    std::string graph = test::graph({.nodes = {}, .outputs = {bareInfo("s")}});
    graph += WireWriter().bytes(15, sparse).take();
    return faultsOf(test::model({.graph = graph}));
  };
  std::string values = test::floatTensor("s", {2}, {7, 8});
  EXPECT_EQ(faults(values, test::int64Tensor("", {2}, {0, 5})), "");
  EXPECT_EQ(faults(values, test::int64Tensor("", {2, 2}, {0, 0, 1, 2})), "");
  EXPECT_FAULT(faults(values, test::int64Tensor("", {2}, {0, 6})),
               "out of range; found 6");
  EXPECT_FAULT(faults(values, test::int64Tensor("", {2}, {-1, 0})),
               "out of range; found -1");
  EXPECT_FAULT(faults(values, test::int64Tensor("", {2, 2}, {0, 0, 2, 0})),
               "out of range; found 2");
  EXPECT_FAULT(faults(values, test::int64Tensor("", {1}, {0})), "do not fit");
  EXPECT_FAULT(faults(values, test::floatTensor("", {2}, {0, 1})),
               "do not fit");
}

TEST(ValidateModel, ChecksAttributes) {
  auto faults = [](const test::Strings &attributes) {
    GraphSpec spec = oneRelu();
    spec.nodes = {node({.opType = "Relu",
                        .inputs = {"x"},
                        .outputs = {"y"},
                        .attributes = attributes,
                        .name = "r"})};
    return faultsOf(spec);
  };
  EXPECT_FAULT(faults({test::intAttribute("a", 1), test::intAttribute("a", 2)}),
               "two attributes have the same name; found 'a'");
  EXPECT_FAULT(faults({test::intAttribute("", 1)}), "an attribute has no name");
  // Type INT (2) with a float; type 77; two values; no type and no value.
  EXPECT_FAULT(
      faults(
          {WireWriter().bytes(1, "a").fixed32(2, 1.0F).integer(20, 2).take()}),
      "node 'r' (Relu) / attribute 'a': an attribute's type and value "
      "contradict each other; found a value of type float; allowed: "
      "int, as declared");
  EXPECT_FAULT(faults({WireWriter().bytes(1, "a").integer(20, 77).take()}),
               "an attribute has no type that ONNX knows; found 77");
  EXPECT_FAULT(faults({WireWriter()
                           .bytes(1, "a")
                           .fixed32(2, 1.0F)
                           .integer(3, 1)
                           .integer(20, 2)
                           .take()}),
               "an attribute holds two values");
  EXPECT_FAULT(faults({WireWriter().bytes(1, "a").take()}),
               "no type that ONNX knows");
  EXPECT_FAULT(faults({WireWriter().bytes(1, "a").integer(20, 5).take()}),
               "an attribute needs one value");
  // Old files do not say the type; a number left out is 0.
  EXPECT_EQ(faults({WireWriter().bytes(1, "a").integer(3, 5).take()}), "");
  EXPECT_EQ(faults({WireWriter().bytes(1, "a").integer(20, 2).take()}), "");
  // A reference outside of a function.
  EXPECT_FAULT(faults({WireWriter()
                           .bytes(1, "a")
                           .integer(20, 2)
                           .bytes(21, "outer")
                           .take()}),
               "refers to one of a function");
}

TEST(ValidateModel, ChecksVersions) {
  std::string graph = test::graph(oneRelu());
  EXPECT_FAULT(faultsOf(test::model({.graph = graph, .irVersion = 0})),
               "does not say its IR version");
  EXPECT_EQ(faultsOf(test::model({.graph = graph, .irVersion = 13})), "");
  EXPECT_FAULT(faultsOf(test::model({.graph = graph, .irVersion = 14})),
               "IR version is too new");
  EXPECT_FAULT(faultsOf(test::model({.graph = graph, .opsets = {}})),
               "imports no operator set");
  EXPECT_FAULT(
      faultsOf(test::model({.graph = graph, .opsets = {test::opset("", 0)}})),
      "is no version; found 0 for 'ai.onnx'");
  EXPECT_FAULT(faultsOf(test::model({.graph = graph,
                                     .opsets = {test::opset("", 9),
                                                test::opset("ai.onnx", 9)}})),
               "imported twice");
  EXPECT_FAULT(faultsOf(test::model(
                   {.graph = graph, .opsets = {test::opset("other", 1)}})),
               "node #0 (Relu): the operator set of a node is not imported");
}

TEST(ValidateModel, ChecksFunctions) {
  auto functionOf = [](const char *name, const char *calls) {
    return test::function({.domain = "f",
                           .name = name,
                           .inputs = {"a"},
                           .outputs = {"b"},
                           .nodes = {node({.opType = calls,
                                           .inputs = {"a"},
                                           .outputs = {"b"},
                                           .domain = "f"})},
                           .opsets = {test::opset("f", 1)}});
  };
  auto faults = [](const test::Strings &functions) {
    return faultsOf(
        test::model({.graph = test::graph(oneRelu()), .functions = functions}));
  };
  EXPECT_EQ(faults({functionOf("A", "B"), functionOf("B", "C")}), "");
  EXPECT_FAULT(faults({functionOf("A", "B"), functionOf("A", "B")}),
               "function 'f.A': a function is defined twice");
  EXPECT_FAULT(faults({functionOf("A", "A")}),
               "function 'f.A' calls function 'f.A'");
  EXPECT_FAULT(faults({functionOf("S", "A"), functionOf("A", "B"),
                       functionOf("B", "A")}),
               "found function 'f.A' calls function 'f.B' calls function "
               "'f.A'");
  std::string lost = test::function({.domain = "f",
                                     .name = "Lost",
                                     .inputs = {"a"},
                                     .outputs = {"nothing"},
                                     .nodes = {relu("x", "c")}});
  std::string text = faults({lost});
  EXPECT_FAULT(text, "function 'f.Lost' / node #0 (Relu): the operator set");
  EXPECT_FAULT(text, "function 'f.Lost' / node #0 (Relu): a node uses a value "
                     "that nothing defines; found 'x'");
  EXPECT_FAULT(text, "found 'nothing'");
}

TEST(ValidateModel, CollectsUpToABound) {
  GraphSpec spec = {.nodes = {}, .outputs = {bareInfo("x")}};
  for (int i = 0; i < 50; ++i)
    spec.nodes.push_back(relu("absent", ("n" + std::to_string(i)).c_str()));
  std::string file = test::model({.graph = test::graph(spec)});
  auto model = readModelBytes(file, "m");
  EXPECT_EQ(validateModel(*model).size(), 20U);
  OnnxLimits limits;
  limits.errors = 51;
  EXPECT_EQ(validateModel(*model, limits).size(), 51U);
}

} // namespace
} // namespace tenon

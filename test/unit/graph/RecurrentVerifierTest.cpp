// SPDX-License-Identifier: Apache-2.0
// What recurrent layers and scans refuse.
#include "test/unit/graph/GraphTest.h"

namespace tenon {
namespace {

class RecurrentVerifierTest : public GraphTest {
protected:
  /// Problems of a layer of 5 steps, 2 sequences, 3 states.
  std::string layer(const std::string &kind, const std::string &operands,
                    const std::string &types, const std::string &result,
                    const std::string &more = "") {
    int count = kind == "rnn" ? 1 : kind == "gru" ? 2 : 3;
    std::string activations, zeros;
    for (int i = 0; i < count; ++i) {
      activations += (i ? ", " : "") + std::string("#tenon.activation<tanh>");
      zeros += i ? ", 0.0" : "0.0";
    }
    std::string arguments, rest = types;
    for (int i = 0; !rest.empty(); ++i) {
      size_t end = rest.find("> ");
      std::string type = rest.substr(0, end) + (end == rest.npos ? "" : ">");
      arguments += (i ? ", " : "") + ("%a" + std::to_string(i)) + ": " + type;
      rest = end == rest.npos ? "" : rest.substr(end + 2);
    }
    std::string commas = types;
    for (size_t at = 0; (at = commas.find("> ", at)) != commas.npos; at += 2)
      commas.replace(at, 2, ">, ");
    return problemsOf(arguments,
                      (result.find(", ") == result.npos ? "%r" : "%r:2") +
                          std::string(" = tenon.recurrent <") + kind + "> " +
                          operands + " {activations = [" + activations +
                          "], alpha = array<f64: " + zeros +
                          ">, beta = array<f64: " + zeros +
                          ">, clip = 0.0 : f64, linear_before_reset = false, "
                          "input_forget = false" +
                          more + "} : (" + commas + ") -> (" + result + ")");
  }
  static void expect(const std::string &said, const char *why) {
    EXPECT_NE(said.find(why), std::string::npos) << "said: " << said;
  }
};

const char *const kState = "tensor<5x2x3xf32>";

TEST_F(RecurrentVerifierTest, Layers) {
  std::string plain = "tensor<5x2x3xf32> tensor<3x3xf32> tensor<2x3xf32>";
  EXPECT_EQ(layer("rnn", "%a0, %a1, %a2", plain, kState), "");
  expect(layer("rnn", "%a0, %a1, %a2",
               "tensor<5x2x4xf32> tensor<3x3xf32> tensor<2x3xf32>", kState),
         "must have 3 gate outputs, found 4 and 3");
  expect(layer("rnn", "%a0, %a1, %a2",
               "tensor<5x2x3xf32> tensor<3x3xf32> tensor<3x3xf32>", kState),
         "initial states must have sizes 2, 3");
  expect(layer("rnn", "%a0, %a1, %a2", plain, "tensor<5x2x4xf32>"),
         "results must be states");
  expect(layer("rnn", "%a0, %a1, %a2",
               "tensor<5x2x3xf32> tensor<3x3xf64> tensor<2x3xf32>", kState),
         "element types differ");
  expect(layer("rnn", "%a0, %a1, %a2",
               "tensor<5x2x3xi32> tensor<3x3xi32> tensor<2x3xi32>",
               "tensor<5x2x3xi32>"),
         "states must be of a float type");
  expect(layer("rnn", "%a0, %a1, %a2 cell %a3", plain + " tensor<2x3xf32>",
               kState),
         "a cell belongs to an lstm");
  expect(
      layer("rnn", "%a0, %a1, %a2 bias %a3", plain + " tensor<3xf32>", kState),
      "a recurrence bias belongs to a gru");
  expect(layer("rnn", "%a0, %a1, %a2 lengths %a3", plain + " tensor<3xi32>",
               kState),
         "lengths B");
  expect(layer("rnn", "%a0, %a1, %a2 lengths %a3", plain + " tensor<2xf32>",
               kState),
         "lengths must be integers");
  expect(layer("lstm", "%a0, %a1, %a2",
               "tensor<5x2x12xf32> tensor<12x3xf32> tensor<2x3xf32>",
               "tensor<5x2x3xf32>, tensor<5x2x3xf32>"),
         "a cell belongs to an lstm");
}

TEST_F(RecurrentVerifierTest, Scans) {
  auto scan = [&](const char *kind, const char *rest, const char *result) {
    return problemsOf("%x: tensor<2x3xf32>",
                      std::string("%r = tenon.scan <") + kind + "> %x " + rest +
                          " : (tensor<2x3xf32>) -> " + result);
  };
  EXPECT_EQ(scan("sum", "1 {exclusive = true}", "tensor<2x3xf32>"), "");
  expect(scan("sum", "2 {exclusive = true}", "tensor<2x3xf32>"),
         "the axis is not a dimension");
  expect(scan("sum", "-1 {exclusive = true}", "tensor<2x3xf32>"),
         "the axis is not a dimension");
  expect(scan("arg_max", "1 {exclusive = false}", "tensor<2x3xf32>"),
         "an arg reduction has no scan");
  expect(scan("max", "1 {exclusive = true}", "tensor<2x3xf32>"),
         "only sums and products start from a value");
  expect(scan("sum", "1 {exclusive = false}", "tensor<2x3xf64>"),
         "must have one type");
}

} // namespace
} // namespace tenon

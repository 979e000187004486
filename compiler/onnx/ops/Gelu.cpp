// SPDX-License-Identifier: Apache-2.0
// Gelu: x times the normal distribution function, by erf or approximated by
// tanh.
// https://onnx.ai/onnx/operators/onnx__Gelu.html
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

/// x / 2 * (1 + gate).
static Value halfGated(GraphBuilder &graph, Value x, Value gate) {
  return graph.mul(graph.apply(ScalarFn::Mul, x, 0.5),
                   graph.apply(ScalarFn::Add, gate, 1.0));
}

static Value byErf(GraphBuilder &graph, Value x) {
  constexpr double kSqrtHalf = 0.70710678118654752440;
  Value scaled = graph.apply(ScalarFn::Mul, x, kSqrtHalf);
  return halfGated(graph, x, graph.apply(ScalarFn::Erf, {scaled}));
}

static Value byTanh(GraphBuilder &graph, Value x) {
  constexpr double kSqrtTwoOverPi = 0.79788456080286535588;
  constexpr double kCubic = 0.044715; // Hendrycks & Gimpel, arXiv 1606.08415
  Value cubic =
      graph.apply(ScalarFn::Mul, graph.mul(x, graph.mul(x, x)), kCubic);
  Value inner = graph.apply(ScalarFn::Mul, graph.add(x, cubic), kSqrtTwoOverPi);
  return halfGated(graph, x, graph.apply(ScalarFn::Tanh, {inner}));
}

static LogicalResult lowerGelu(OpImport &op) {
  llvm::StringRef way = op.stringAttribute("approximate", "none");
  if (way != "none" && way != "tanh")
    return op.invalid("attribute 'approximate' is '" + way +
                      "' and must be 'none' or 'tanh'");
  Value x = widenHalf(op.graph, op.input(0));
  Value y = way == "tanh" ? byTanh(op.graph, x) : byErf(op.graph, x);
  return op.result(op.graph.cast(y, op.elementType(0)));
}

OnnxOp tenon::describeGelu() {
  OnnxOpRow row;
  row.since = 20;
  row.operands = {{"X", kFloats}};
  row.attributes = {{"approximate", OnnxAttributeType::String}};
  row.lower = lowerGelu;
  return {"Gelu", "x / 2 * (1 + erf(x / sqrt(2)))", {row}};
}

// SPDX-License-Identifier: Apache-2.0
// Selu: a scaled Elu: gamma * x, but gamma * alpha * (exp(x) - 1) up to 0. The
// defaults are the fp32 numbers that ONNX states.
// https://onnx.ai/onnx/operators/onnx__Selu.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value selu(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  double alpha = op.floatAttribute("alpha", 1.67326319217681884765625);
  double gamma = op.floatAttribute("gamma", 1.05070102214813232421875);
  mlir::Value below = graph.apply(
      ScalarFn::Mul, graph.apply(ScalarFn::Expm1, {x}), gamma * alpha);
  return graph.select(graph.apply(ScalarFn::LessEqual, x, 0.0), below,
                      graph.apply(ScalarFn::Mul, x, gamma));
}

OnnxOp tenon::describeSelu() {
  return formulaOp<selu>("Selu",
                         "x <= 0 ? gamma * alpha * (exp(x) - 1) : gamma * x",
                         {{"alpha", OnnxAttributeType::Float},
                          {"gamma", OnnxAttributeType::Float}});
}

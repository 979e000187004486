// SPDX-License-Identifier: Apache-2.0
// Swish: x * sigmoid(alpha * x).
// https://onnx.ai/onnx/operators/onnx__Swish.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value swish(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value scaled =
      graph.apply(ScalarFn::Mul, x, op.floatAttribute("alpha", 1.0));
  return graph.mul(x, graph.apply(ScalarFn::Sigmoid, {scaled}));
}

OnnxOp tenon::describeSwish() {
  return formulaOp<swish>("Swish", "x * sigmoid(alpha * x)",
                          {{"alpha", OnnxAttributeType::Float}}, 24);
}

// SPDX-License-Identifier: Apache-2.0
// LeakyRelu: x, but alpha * x below 0.
// https://onnx.ai/onnx/operators/onnx__LeakyRelu.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value leakyRelu(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value below =
      graph.apply(ScalarFn::Mul, x, op.floatAttribute("alpha", 0.01F));
  return graph.select(graph.apply(ScalarFn::Less, x, 0.0), below, x);
}

OnnxOp tenon::describeLeakyRelu() {
  return formulaOp<leakyRelu>("LeakyRelu", "x < 0 ? alpha * x : x",
                              {{"alpha", OnnxAttributeType::Float}});
}

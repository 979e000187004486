// SPDX-License-Identifier: Apache-2.0
// Celu: max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).
// https://onnx.ai/onnx/operators/onnx__Celu.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value celu(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  double alpha = op.floatAttribute("alpha", 1.0);
  mlir::Value scaled = graph.apply(ScalarFn::Div, x, alpha);
  mlir::Value below =
      graph.apply(ScalarFn::Mul, graph.apply(ScalarFn::Expm1, {scaled}), alpha);
  return graph.add(graph.apply(ScalarFn::Max, x, 0.0),
                   graph.apply(ScalarFn::Min, below, 0.0));
}

OnnxOp tenon::describeCelu() {
  return formulaOp<celu>("Celu",
                         "max(0, x) + min(0, alpha * (exp(x / alpha) - 1))",
                         {{"alpha", OnnxAttributeType::Float}}, 12);
}

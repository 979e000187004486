// SPDX-License-Identifier: Apache-2.0
// Elu: x, but alpha * (exp(x) - 1) below 0.
// https://onnx.ai/onnx/operators/onnx__Elu.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value elu(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value below =
      graph.apply(ScalarFn::Mul, graph.apply(ScalarFn::Expm1, {x}),
                  op.floatAttribute("alpha", 1.0));
  return graph.select(graph.apply(ScalarFn::Less, x, 0.0), below, x);
}

OnnxOp tenon::describeElu() {
  return formulaOp<elu>("Elu", "x < 0 ? alpha * (exp(x) - 1) : x",
                        {{"alpha", OnnxAttributeType::Float}});
}

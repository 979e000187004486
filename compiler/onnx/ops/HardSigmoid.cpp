// SPDX-License-Identifier: Apache-2.0
// HardSigmoid: alpha * x + beta, held in [0, 1].
// https://onnx.ai/onnx/operators/onnx__HardSigmoid.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value hardSigmoid(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value line = graph.apply(
      ScalarFn::Add,
      graph.apply(ScalarFn::Mul, x, op.floatAttribute("alpha", 0.2F)),
      op.floatAttribute("beta", 0.5));
  return graph.apply(ScalarFn::Max, graph.apply(ScalarFn::Min, line, 1.0), 0.0);
}

OnnxOp tenon::describeHardSigmoid() {
  return formulaOp<hardSigmoid>("HardSigmoid",
                                "max(0, min(1, alpha * x + beta))",
                                {{"alpha", OnnxAttributeType::Float},
                                 {"beta", OnnxAttributeType::Float}});
}

// SPDX-License-Identifier: Apache-2.0
// HardSwish: x * (x / 6 + 1 / 2), the factor held in [0, 1].
// https://onnx.ai/onnx/operators/onnx__HardSwish.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value hardSwish(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value line =
      graph.apply(ScalarFn::Add, graph.apply(ScalarFn::Mul, x, 1.0 / 6), 0.5);
  return graph.mul(x, graph.apply(ScalarFn::Max,
                                  graph.apply(ScalarFn::Min, line, 1.0), 0.0));
}

OnnxOp tenon::describeHardSwish() {
  return formulaOp<hardSwish>("HardSwish", "x * max(0, min(1, x / 6 + 1 / 2))",
                              {}, 14);
}

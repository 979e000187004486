// SPDX-License-Identifier: Apache-2.0
// Softsign: x / (1 + |x|).
// https://onnx.ai/onnx/operators/onnx__Softsign.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value softsign(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value size = graph.apply(ScalarFn::Abs, {x});
  return graph.div(x, graph.apply(ScalarFn::Add, size, 1.0));
}

OnnxOp tenon::describeSoftsign() {
  return formulaOp<softsign>("Softsign", "x / (1 + |x|)");
}

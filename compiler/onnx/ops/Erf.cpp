// SPDX-License-Identifier: Apache-2.0
// Erf: the error function. Opset 9 allows integers: computed as fp64, rounded
// towards 0.
// https://onnx.ai/onnx/operators/onnx__Erf.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value erf(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  return graph.apply(ScalarFn::Erf, {x});
}

OnnxOp tenon::describeErf() {
  return formulaOp<erf>("Erf", "erf(x)", {}, 9, kNumbers);
}

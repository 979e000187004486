// SPDX-License-Identifier: Apache-2.0
// Mish: x * tanh(ln(1 + exp(x))).
// https://onnx.ai/onnx/operators/onnx__Mish.html
#include "compiler/onnx/Softplus.h"

using namespace tenon;

static mlir::Value mish(OpImport &op, mlir::Value x) {
  mlir::Value gate = op.graph.apply(ScalarFn::Tanh, {softplus(op, x)});
  return op.graph.mul(x, gate);
}

OnnxOp tenon::describeMish() {
  return formulaOp<mish>("Mish", "x * tanh(ln(1 + exp(x)))", {}, 18);
}

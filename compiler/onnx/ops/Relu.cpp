// SPDX-License-Identifier: Apache-2.0
// Relu: max(x, 0); NaN stays NaN.
// https://onnx.ai/onnx/operators/onnx__Relu.html
#include "compiler/onnx/ElementwiseRows.h"

using namespace tenon;

static mlir::LogicalResult lowerRelu(OpImport &op) {
  return op.result(op.graph.apply(ScalarFn::Max, op.input(0), 0.0));
}

OnnxOp tenon::describeRelu() {
  return {"Relu",
          "max(x, 0)",
          {{.operands = {{"X", kFloats | kSigned}}, .lower = lowerRelu}}};
}

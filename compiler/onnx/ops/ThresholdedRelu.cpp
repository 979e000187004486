// SPDX-License-Identifier: Apache-2.0
// ThresholdedRelu: x above alpha, else 0; NaN is not above.
// https://onnx.ai/onnx/operators/onnx__ThresholdedRelu.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value thresholdedRelu(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value above =
      graph.apply(ScalarFn::Greater, x, op.floatAttribute("alpha", 1.0));
  return graph.select(above, x, graph.scalar(0.0, elementTypeOf(x)));
}

OnnxOp tenon::describeThresholdedRelu() {
  return formulaOp<thresholdedRelu>("ThresholdedRelu", "x > alpha ? x : 0",
                                    {{"alpha", OnnxAttributeType::Float}}, 10);
}

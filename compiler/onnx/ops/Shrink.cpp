// SPDX-License-Identifier: Apache-2.0
// Shrink: x moved by bias towards 0 where it is beyond lambd on either side,
// else 0. Integers are moved as fp64 and rounded towards 0.
// https://onnx.ai/onnx/operators/onnx__Shrink.html
#include "compiler/onnx/WideFloat.h"

using namespace tenon;

static mlir::Value shrink(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  double lambd = op.floatAttribute("lambd", 0.5);
  double bias = op.floatAttribute("bias", 0.0);
  mlir::Value zero = graph.scalar(0.0, elementTypeOf(x));
  mlir::Value high = graph.select(graph.apply(ScalarFn::Greater, x, lambd),
                                  graph.apply(ScalarFn::Sub, x, bias), zero);
  return graph.select(graph.apply(ScalarFn::Less, x, -lambd),
                      graph.apply(ScalarFn::Add, x, bias), high);
}

OnnxOp tenon::describeShrink() {
  return formulaOp<shrink>(
      "Shrink", "x < -lambd ? x + bias : x > lambd ? x - bias : 0",
      {{"bias", OnnxAttributeType::Float}, {"lambd", OnnxAttributeType::Float}},
      9, kNumbers);
}

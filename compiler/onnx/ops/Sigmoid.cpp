// SPDX-License-Identifier: Apache-2.0
// Sigmoid: 1 / (1 + exp(-x)).
// https://onnx.ai/onnx/operators/onnx__Sigmoid.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeSigmoid() {
  return unaryOp<ScalarFn::Sigmoid>("Sigmoid", "1 / (1 + exp(-x))", kFloats);
}

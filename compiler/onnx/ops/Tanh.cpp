// SPDX-License-Identifier: Apache-2.0
// Tanh: hyperbolic tangent.
// https://onnx.ai/onnx/operators/onnx__Tanh.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeTanh() {
  return unaryOp<ScalarFn::Tanh>("Tanh", "tanh(x)", kFloats);
}

// SPDX-License-Identifier: Apache-2.0
// Atanh: inverse of tanh; NaN outside [-1, 1].
// https://onnx.ai/onnx/operators/onnx__Atanh.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAtanh() {
  return unaryOp<ScalarFn::Atanh>("Atanh", "artanh(x)", kFloats, 9);
}

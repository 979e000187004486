// SPDX-License-Identifier: Apache-2.0
// Cos: cosine of an angle in radians.
// https://onnx.ai/onnx/operators/onnx__Cos.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeCos() {
  return unaryOp<ScalarFn::Cos>("Cos", "cos(x)", kFloats, 7);
}

// SPDX-License-Identifier: Apache-2.0
// Tan: tangent of an angle in radians.
// https://onnx.ai/onnx/operators/onnx__Tan.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeTan() {
  return unaryOp<ScalarFn::Tan>("Tan", "tan(x)", kFloats, 7);
}

// SPDX-License-Identifier: Apache-2.0
// Atan: the angle in [-pi/2, pi/2].
// https://onnx.ai/onnx/operators/onnx__Atan.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAtan() {
  return unaryOp<ScalarFn::Atan>("Atan", "arctan(x)", kFloats, 7);
}

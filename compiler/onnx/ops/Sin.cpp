// SPDX-License-Identifier: Apache-2.0
// Sin: sine of an angle in radians.
// https://onnx.ai/onnx/operators/onnx__Sin.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeSin() {
  return unaryOp<ScalarFn::Sin>("Sin", "sin(x)", kFloats, 7);
}

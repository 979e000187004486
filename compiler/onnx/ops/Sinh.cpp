// SPDX-License-Identifier: Apache-2.0
// Sinh: hyperbolic sine.
// https://onnx.ai/onnx/operators/onnx__Sinh.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeSinh() {
  return unaryOp<ScalarFn::Sinh>("Sinh", "sinh(x)", kFloats, 9);
}

// SPDX-License-Identifier: Apache-2.0
// Asinh: inverse of sinh.
// https://onnx.ai/onnx/operators/onnx__Asinh.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAsinh() {
  return unaryOp<ScalarFn::Asinh>("Asinh", "arsinh(x)", kFloats, 9);
}

// SPDX-License-Identifier: Apache-2.0
// Cosh: hyperbolic cosine.
// https://onnx.ai/onnx/operators/onnx__Cosh.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeCosh() {
  return unaryOp<ScalarFn::Cosh>("Cosh", "cosh(x)", kFloats, 9);
}

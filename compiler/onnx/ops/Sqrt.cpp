// SPDX-License-Identifier: Apache-2.0
// Sqrt: square root; NaN below 0.
// https://onnx.ai/onnx/operators/onnx__Sqrt.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeSqrt() {
  return unaryOp<ScalarFn::Sqrt>("Sqrt", "sqrt(x)", kFloats);
}

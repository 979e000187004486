// SPDX-License-Identifier: Apache-2.0
// IsNaN: whether x is not a number.
// https://onnx.ai/onnx/operators/onnx__IsNaN.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeIsNaN() {
  return unaryOp<ScalarFn::IsNan>("IsNaN", "x is NaN", kFloats, 9);
}

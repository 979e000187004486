// SPDX-License-Identifier: Apache-2.0
// Acosh: inverse of cosh; NaN below 1.
// https://onnx.ai/onnx/operators/onnx__Acosh.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAcosh() {
  return unaryOp<ScalarFn::Acosh>("Acosh", "arcosh(x)", kFloats, 9);
}

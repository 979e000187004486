// SPDX-License-Identifier: Apache-2.0
// Log: natural logarithm; -inf at 0, NaN below.
// https://onnx.ai/onnx/operators/onnx__Log.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeLog() {
  return unaryOp<ScalarFn::Log>("Log", "ln(x)", kFloats);
}

// SPDX-License-Identifier: Apache-2.0
// LessOrEqual: a <= b, broadcast; false beside NaN.
// https://onnx.ai/onnx/operators/onnx__LessOrEqual.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeLessOrEqual() {
  return binaryOp<ScalarFn::LessEqual>("LessOrEqual", "a <= b", kNumbers, 12);
}

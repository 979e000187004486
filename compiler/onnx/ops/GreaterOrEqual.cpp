// SPDX-License-Identifier: Apache-2.0
// GreaterOrEqual: a >= b, broadcast; false beside NaN.
// https://onnx.ai/onnx/operators/onnx__GreaterOrEqual.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeGreaterOrEqual() {
  return binaryOp<ScalarFn::GreaterEqual>("GreaterOrEqual", "a >= b", kNumbers,
                                          12);
}

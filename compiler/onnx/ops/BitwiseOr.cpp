// SPDX-License-Identifier: Apache-2.0
// BitwiseOr: or of every bit, broadcast.
// https://onnx.ai/onnx/operators/onnx__BitwiseOr.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeBitwiseOr() {
  return binaryOp<ScalarFn::Or>("BitwiseOr", "a | b", kIntegers, 18);
}

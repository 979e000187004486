// SPDX-License-Identifier: Apache-2.0
// BitwiseNot: every bit turned.
// https://onnx.ai/onnx/operators/onnx__BitwiseNot.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeBitwiseNot() {
  return unaryOp<ScalarFn::Not>("BitwiseNot", "~x", kIntegers, 18);
}

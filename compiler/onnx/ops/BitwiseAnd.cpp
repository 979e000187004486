// SPDX-License-Identifier: Apache-2.0
// BitwiseAnd: and of every bit, broadcast.
// https://onnx.ai/onnx/operators/onnx__BitwiseAnd.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeBitwiseAnd() {
  return binaryOp<ScalarFn::And>("BitwiseAnd", "a & b", kIntegers, 18);
}

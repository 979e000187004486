// SPDX-License-Identifier: Apache-2.0
// BitwiseXor: exclusive or of every bit, broadcast.
// https://onnx.ai/onnx/operators/onnx__BitwiseXor.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeBitwiseXor() {
  return binaryOp<ScalarFn::Xor>("BitwiseXor", "a ^ b", kIntegers, 18);
}

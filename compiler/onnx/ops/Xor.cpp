// SPDX-License-Identifier: Apache-2.0
// Xor: logical exclusive or, broadcast.
// https://onnx.ai/onnx/operators/onnx__Xor.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeXor() {
  return binaryOp<ScalarFn::Xor>("Xor", "a != b", kBool);
}

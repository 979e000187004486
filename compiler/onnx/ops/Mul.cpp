// SPDX-License-Identifier: Apache-2.0
// Mul: a * b, broadcast; integers wrap.
// https://onnx.ai/onnx/operators/onnx__Mul.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeMul() {
  return binaryOp<ScalarFn::Mul>("Mul", "a * b", kNumbers);
}

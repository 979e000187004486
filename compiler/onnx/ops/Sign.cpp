// SPDX-License-Identifier: Apache-2.0
// Sign: -1, 0 or 1 as x is below, at or above 0.
// https://onnx.ai/onnx/operators/onnx__Sign.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeSign() {
  return unaryOp<ScalarFn::Sign>("Sign", "-1, 0 or 1", kNumbers, 9);
}

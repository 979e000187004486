// SPDX-License-Identifier: Apache-2.0
// Div: a / b, broadcast; integers round towards 0.
// https://onnx.ai/onnx/operators/onnx__Div.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeDiv() {
  return binaryOp<ScalarFn::Div>("Div", "a / b", kNumbers);
}

// SPDX-License-Identifier: Apache-2.0
// Add: c = a + b, broadcast; integers wrap.
// https://onnx.ai/onnx/operators/onnx__Add.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAdd() {
  return binaryOp<ScalarFn::Add>("Add", "a + b", kNumbers);
}

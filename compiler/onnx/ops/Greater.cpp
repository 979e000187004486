// SPDX-License-Identifier: Apache-2.0
// Greater: a > b, broadcast; false beside NaN.
// https://onnx.ai/onnx/operators/onnx__Greater.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeGreater() {
  return binaryOp<ScalarFn::Greater>("Greater", "a > b", kNumbers);
}

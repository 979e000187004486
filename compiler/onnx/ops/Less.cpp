// SPDX-License-Identifier: Apache-2.0
// Less: a < b, broadcast; false beside NaN.
// https://onnx.ai/onnx/operators/onnx__Less.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeLess() {
  return binaryOp<ScalarFn::Less>("Less", "a < b", kNumbers);
}

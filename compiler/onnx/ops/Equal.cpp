// SPDX-License-Identifier: Apache-2.0
// Equal: a == b, broadcast; NaN equals nothing.
// https://onnx.ai/onnx/operators/onnx__Equal.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeEqual() {
  return binaryOp<ScalarFn::Equal>("Equal", "a == b", kAll);
}

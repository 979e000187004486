// SPDX-License-Identifier: Apache-2.0
// And: logical and, broadcast.
// https://onnx.ai/onnx/operators/onnx__And.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAnd() {
  return binaryOp<ScalarFn::And>("And", "a and b", kBool);
}

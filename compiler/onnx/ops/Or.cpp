// SPDX-License-Identifier: Apache-2.0
// Or: logical or, broadcast.
// https://onnx.ai/onnx/operators/onnx__Or.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeOr() {
  return binaryOp<ScalarFn::Or>("Or", "a or b", kBool);
}

// SPDX-License-Identifier: Apache-2.0
// Neg: -x; integers wrap.
// https://onnx.ai/onnx/operators/onnx__Neg.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeNeg() {
  return unaryOp<ScalarFn::Neg>("Neg", "-x", kFloats | kSigned);
}

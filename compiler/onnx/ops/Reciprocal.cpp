// SPDX-License-Identifier: Apache-2.0
// Reciprocal: 1 / x.
// https://onnx.ai/onnx/operators/onnx__Reciprocal.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeReciprocal() {
  return unaryOp<ScalarFn::Reciprocal>("Reciprocal", "1 / x", kFloats);
}

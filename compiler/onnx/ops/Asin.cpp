// SPDX-License-Identifier: Apache-2.0
// Asin: the angle in [-pi/2, pi/2]; NaN outside [-1, 1].
// https://onnx.ai/onnx/operators/onnx__Asin.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAsin() {
  return unaryOp<ScalarFn::Asin>("Asin", "arcsin(x)", kFloats, 7);
}

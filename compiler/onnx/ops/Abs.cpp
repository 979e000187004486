// SPDX-License-Identifier: Apache-2.0
// Abs: |x|; the least integer, which has no positive, stays itself.
// https://onnx.ai/onnx/operators/onnx__Abs.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAbs() {
  return unaryOp<ScalarFn::Abs>("Abs", "|x|", kNumbers);
}

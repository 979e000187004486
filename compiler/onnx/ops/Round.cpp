// SPDX-License-Identifier: Apache-2.0
// Round: the nearest whole number, halves to even.
// https://onnx.ai/onnx/operators/onnx__Round.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeRound() {
  return unaryOp<ScalarFn::Round>("Round", "round(x), halves to even", kFloats,
                                  11);
}

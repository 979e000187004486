// SPDX-License-Identifier: Apache-2.0
// Acos: the angle in [0, pi]; NaN outside [-1, 1].
// https://onnx.ai/onnx/operators/onnx__Acos.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeAcos() {
  return unaryOp<ScalarFn::Acos>("Acos", "arccos(x)", kFloats, 7);
}

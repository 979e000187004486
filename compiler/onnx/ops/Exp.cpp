// SPDX-License-Identifier: Apache-2.0
// Exp: e to the power x.
// https://onnx.ai/onnx/operators/onnx__Exp.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeExp() {
  return unaryOp<ScalarFn::Exp>("Exp", "e^x", kFloats);
}

// SPDX-License-Identifier: Apache-2.0
// Ceil: the least whole number not below x.
// https://onnx.ai/onnx/operators/onnx__Ceil.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeCeil() {
  return unaryOp<ScalarFn::Ceil>("Ceil", "ceil(x)", kFloats);
}

// SPDX-License-Identifier: Apache-2.0
// Softplus: ln(1 + exp(x)), without overflow.
// https://onnx.ai/onnx/operators/onnx__Softplus.html
#include "compiler/onnx/Softplus.h"

using namespace tenon;

OnnxOp tenon::describeSoftplus() {
  return formulaOp<softplus>("Softplus", "ln(1 + exp(x))");
}

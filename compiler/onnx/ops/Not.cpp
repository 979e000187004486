// SPDX-License-Identifier: Apache-2.0
// Not: logical negation.
// https://onnx.ai/onnx/operators/onnx__Not.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeNot() {
  return unaryOp<ScalarFn::Not>("Not", "not x", kBool, 1);
}

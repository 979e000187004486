// SPDX-License-Identifier: Apache-2.0
// Floor: the greatest whole number not above x.
// https://onnx.ai/onnx/operators/onnx__Floor.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeFloor() {
  return unaryOp<ScalarFn::Floor>("Floor", "floor(x)", kFloats);
}

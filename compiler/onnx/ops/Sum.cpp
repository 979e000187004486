// SPDX-License-Identifier: Apache-2.0
// Sum: the sum of any number of operands, broadcast, from the left.
// https://onnx.ai/onnx/operators/onnx__Sum.html
#include "compiler/onnx/VariadicRows.h"

tenon::OnnxOp tenon::describeSum() {
  return variadicOp("Sum", "a + b + ...", kFloats,
                    lowerVariadic<ScalarFn::Add>);
}

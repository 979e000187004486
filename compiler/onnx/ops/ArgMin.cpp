// SPDX-License-Identifier: Apache-2.0
// ArgMin: where along one axis the least element is: the first such, or from
// opset 12 on the last. NaN counts as least.
// https://onnx.ai/onnx/operators/onnx__ArgMin.html
#include "compiler/onnx/ArgReduction.h"

tenon::OnnxOp tenon::describeArgMin() {
  return argReductionOp<ReduceKind::ArgMin, ReduceKind::ArgMinLast>(
      "ArgMin", "index of the least of x");
}

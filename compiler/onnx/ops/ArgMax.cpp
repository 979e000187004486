// SPDX-License-Identifier: Apache-2.0
// ArgMax: where along one axis the greatest element is: the first such, or from
// opset 12 on the last. NaN counts as greatest.
// https://onnx.ai/onnx/operators/onnx__ArgMax.html
#include "compiler/onnx/ArgReduction.h"

tenon::OnnxOp tenon::describeArgMax() {
  return argReductionOp<ReduceKind::ArgMax, ReduceKind::ArgMaxLast>(
      "ArgMax", "index of the greatest of x");
}

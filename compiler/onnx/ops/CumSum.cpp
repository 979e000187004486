// SPDX-License-Identifier: Apache-2.0
// CumSum: running sums along an axis, from either end, each with or without its
// own element.
// https://onnx.ai/onnx/operators/onnx__CumSum.html
#include "compiler/onnx/Cumulative.h"

using namespace tenon;

static mlir::LogicalResult lowerCumSum(OpImport &op) {
  return lowerCumulative(op, ReduceKind::Sum);
}

OnnxOp tenon::describeCumSum() {
  return cumulativeOp("CumSum", "sum of x[0..i]", 11, lowerCumSum);
}

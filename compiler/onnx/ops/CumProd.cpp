// SPDX-License-Identifier: Apache-2.0
// CumProd: running products along an axis, from either end, each with or
// without its own element.
// https://onnx.ai/onnx/operators/onnx__CumProd.html
#include "compiler/onnx/Cumulative.h"

using namespace tenon;

static mlir::LogicalResult lowerCumProd(OpImport &op) {
  return lowerCumulative(op, ReduceKind::Product);
}

OnnxOp tenon::describeCumProd() {
  return cumulativeOp("CumProd", "product of x[0..i]", 26, lowerCumProd);
}

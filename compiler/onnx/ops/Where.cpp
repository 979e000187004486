// SPDX-License-Identifier: Apache-2.0
// Where: x where the condition holds, else y; all broadcast.
// https://onnx.ai/onnx/operators/onnx__Where.html
#include "compiler/onnx/OpImport.h"

using namespace tenon;

static mlir::LogicalResult lowerWhere(OpImport &op) {
  return op.result(op.graph.select(op.input(0), op.input(1), op.input(2)));
}

OnnxOp tenon::describeWhere() {
  OnnxOpRow row;
  row.since = 9;
  row.operands = {{"condition", kBool, 'B'}, {"X"}, {"Y"}};
  row.lower = lowerWhere;
  return {"Where", "condition ? x : y", {row}};
}

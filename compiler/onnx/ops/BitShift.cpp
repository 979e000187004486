// SPDX-License-Identifier: Apache-2.0
// BitShift: the bits of x moved by y places; 0 beyond the width.
// https://onnx.ai/onnx/operators/onnx__BitShift.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerBitShift(OpImport &op) {
  llvm::StringRef direction = op.stringAttribute("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    return op.invalid("attribute 'direction' is '" + direction +
                      "' and must be 'LEFT' or 'RIGHT'");
  ScalarFn fn =
      direction == "LEFT" ? ScalarFn::ShiftLeft : ScalarFn::ShiftRight;
  return op.result(op.graph.apply(fn, {op.input(0), op.input(1)}));
}

OnnxOp tenon::describeBitShift() {
  OnnxOpRow row;
  row.since = 11;
  row.operands = {{"X", kUnsigned}, {"Y", kUnsigned}};
  row.attributes = {{"direction", OnnxAttributeType::String, true}};
  row.lower = lowerBitShift;
  return {"BitShift", "x << y or x >> y", {row}};
}

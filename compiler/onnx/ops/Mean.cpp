// SPDX-License-Identifier: Apache-2.0
// Mean: the sum of any number of operands, broadcast, by their number.
// https://onnx.ai/onnx/operators/onnx__Mean.html
#include "compiler/onnx/VariadicRows.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerMean(OpImport &op) {
  llvm::SmallVector<Value> wide;
  for (Value operand : op.allInputs())
    wide.push_back(widenHalf(op.graph, operand));
  Value sum = foldOperands(op.graph, ScalarFn::Add, wide);
  if (!sum)
    return failure();
  Value mean = op.graph.apply(ScalarFn::Div, sum, op.numInputs());
  return op.result(op.graph.cast(mean, op.elementType(0)));
}

OnnxOp tenon::describeMean() {
  return variadicOp("Mean", "(a + b + ...) / number of operands", kFloats,
                    lowerMean);
}

// SPDX-License-Identifier: Apache-2.0
// Softmax: exp(x) / sum of exp(x) along an axis; before opset 13 over that axis
// and all after it together.
// https://onnx.ai/onnx/operators/onnx__Softmax.html
#include "compiler/onnx/Softmax.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerSoftmax(OpImport &op) {
  FailureOr<llvm::SmallVector<int64_t>> axes = softmaxAxes(op);
  if (failed(axes))
    return failure();
  return op.result(softmax(op.graph, op.input(0), *axes));
}

OnnxOp tenon::describeSoftmax() {
  return {"Softmax", "exp(x) / sum of exp(x)", softmaxRows(lowerSoftmax)};
}

// SPDX-License-Identifier: Apache-2.0
// LogSoftmax: ln(softmax(x)) along an axis; before opset 13 over that axis and
// all after it together.
// https://onnx.ai/onnx/operators/onnx__LogSoftmax.html
#include "compiler/onnx/Softmax.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerLogSoftmax(OpImport &op) {
  FailureOr<llvm::SmallVector<int64_t>> axes = softmaxAxes(op);
  if (failed(axes))
    return failure();
  return op.result(logSoftmax(op.graph, op.input(0), *axes));
}

OnnxOp tenon::describeLogSoftmax() {
  return {"LogSoftmax", "ln(exp(x) / sum of exp(x))",
          softmaxRows(lowerLogSoftmax)};
}

// SPDX-License-Identifier: Apache-2.0
// SoftmaxCrossEntropyLoss: the negative log softmax of the scores at each
// label, weighted by class, summed or averaged; the log softmax is the second
// output.
// https://onnx.ai/onnx/operators/onnx__SoftmaxCrossEntropyLoss.html
#include "compiler/onnx/ClassLoss.h"
#include "compiler/onnx/Softmax.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerSoftmaxCrossEntropyLoss(OpImport &op) {
  if (op.rank(0) < 2)
    return op.invalid("scores have " + llvm::Twine(op.rank(0)) +
                      " dimensions and must have at least 2");
  Value scores = widenHalf(op.graph, op.input(0));
  Value logProbability = logSoftmax(op.graph, scores, {1});
  FailureOr<Value> loss = classLoss(op, logProbability);
  if (failed(loss) || failed(op.setOutput(0, *loss)))
    return failure();
  if (!op.wantsOutput(1))
    return success();
  return op.setOutput(1, op.graph.cast(logProbability, op.elementType(0)));
}

OnnxOp tenon::describeSoftmaxCrossEntropyLoss() {
  OnnxOpRow row = classLossRow("scores", "labels", "weights");
  row.maxOutputs = 2;
  row.lower = lowerSoftmaxCrossEntropyLoss;
  return {"SoftmaxCrossEntropyLoss",
          "-logsoftmax(x)[n, label] * weight[label]",
          {row}};
}

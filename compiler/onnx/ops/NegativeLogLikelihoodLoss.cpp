// SPDX-License-Identifier: Apache-2.0
// NegativeLogLikelihoodLoss: the negative log probability at each label,
// weighted by class, summed or averaged.
// https://onnx.ai/onnx/operators/onnx__NegativeLogLikelihoodLoss.html
#include "compiler/onnx/ClassLoss.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerNegativeLogLikelihoodLoss(OpImport &op) {
  FailureOr<Value> loss = classLoss(op, op.input(0));
  return failed(loss) ? failure() : op.result(*loss);
}

OnnxOp tenon::describeNegativeLogLikelihoodLoss() {
  OnnxOpRow row = classLossRow("input", "target", "weight");
  row.lower = lowerNegativeLogLikelihoodLoss;
  return {"NegativeLogLikelihoodLoss", "-x[n, label] * weight[label]", {row}};
}

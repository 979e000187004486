// SPDX-License-Identifier: Apache-2.0
// Dropout: x itself: a compiled model infers. Training, a random half of x, is
// refused unless nothing would be dropped. The mask says what was kept: all.
// https://onnx.ai/onnx/operators/onnx__Dropout.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult keepAll(OpImport &op) {
  Value mask = op.wantsOutput(1)
                   ? op.graph.splat(1.0, op.sizes(0),
                                    IntegerType::get(op.graph.context(), 1))
                   : Value();
  if (mask && failed(op.setOutput(1, mask)))
    return failure();
  return op.result(op.input(0));
}

static LogicalResult refuseTraining(OpImport &op) {
  return op.unsupported("it is to train: elements would be dropped at random",
                        "export the model for inference");
}

/// Opset 6 trains unless told otherwise.
static LogicalResult lowerByTestFlag(OpImport &op) {
  return op.intAttribute("is_test", 0) ? keepAll(op) : refuseTraining(op);
}

static LogicalResult lowerDropout(OpImport &op) {
  if (!op.hasInput(2))
    return keepAll(op);
  FailureOr<double> training = op.constantNumber(2);
  if (failed(training))
    return failure();
  double ratio = 0.5;
  if (*training != 0 && op.hasInput(1)) {
    FailureOr<double> given = op.constantNumber(1);
    if (failed(given))
      return failure();
    ratio = *given;
  }
  if (*training != 0 && ratio != 0)
    return refuseTraining(op);
  return keepAll(op);
}

OnnxOp tenon::describeDropout() {
  OnnxOpRow oldest;
  oldest.since = 6;
  oldest.until = 6;
  oldest.operands = {{"data", kFloats}};
  oldest.attributes = {{"is_test", OnnxAttributeType::Int},
                       {"ratio", OnnxAttributeType::Float}};
  oldest.maxOutputs = 2;
  oldest.lower = lowerByTestFlag;
  OnnxOpRow old;
  old.until = 11;
  old.operands = {{"data", kFloats}};
  old.attributes = {{"ratio", OnnxAttributeType::Float}};
  old.maxOutputs = 2;
  old.lower = keepAll;
  OnnxOpRow current;
  current.since = 12;
  current.operands = {{"data", kFloats},
                      {"ratio", kFloats, 'R', OperandUse::Optional},
                      {"training_mode", kBool, 'B', OperandUse::Optional}};
  current.attributes = {{"seed", OnnxAttributeType::Int}};
  current.maxOutputs = 2;
  current.lower = lowerDropout;
  return {"Dropout", "x", {oldest, old, current}};
}

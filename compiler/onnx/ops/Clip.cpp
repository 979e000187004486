// SPDX-License-Identifier: Apache-2.0
// Clip: min(max(x, low), high): the high bound wins where they cross; a bound
// left out does not bound. Attributes before opset 11, operands since.
// https://onnx.ai/onnx/operators/onnx__Clip.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static Value clip(GraphBuilder &graph, Value x, Value low, Value high) {
  if (low)
    x = graph.apply(ScalarFn::Max, {x, low});
  return high ? graph.apply(ScalarFn::Min, {x, high}) : x;
}

static LogicalResult lowerByAttributes(OpImport &op) {
  auto bound = [&](llvm::StringRef name) {
    if (!op.hasAttribute(name))
      return Value();
    return op.graph.scalar(op.floatAttribute(name, 0.0), op.elementType(0));
  };
  return op.result(clip(op.graph, op.input(0), bound("min"), bound("max")));
}

static LogicalResult lowerByOperands(OpImport &op) {
  for (unsigned i : {1, 2})
    if (op.hasInput(i) && !numElements(op.sizes(i)).isConstant(1))
      return op.invalid("bound " + llvm::Twine(i) + " must be a scalar");
  auto bound = [&](unsigned i) {
    return op.hasInput(i) ? op.graph.reshape(op.input(i), {}) : Value();
  };
  return op.result(clip(op.graph, op.input(0), bound(1), bound(2)));
}

OnnxOp tenon::describeClip() {
  OnnxOpRow old;
  old.since = 6;
  old.until = 10;
  old.operands = {{"input", kFloats}};
  old.attributes = {{"max", OnnxAttributeType::Float},
                    {"min", OnnxAttributeType::Float}};
  old.lower = lowerByAttributes;
  OnnxOpRow current;
  current.since = 11;
  current.operands = {{"input", kNumbers},
                      {"min", kNumbers, 'T', OperandUse::Optional},
                      {"max", kNumbers, 'T', OperandUse::Optional}};
  current.lower = lowerByOperands;
  return {"Clip", "min(max(x, low), high)", {old, current}};
}

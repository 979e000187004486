// SPDX-License-Identifier: Apache-2.0
// PRelu: x, but slope * x below 0; the slope broadcasts to x,
// or before opset 7 goes along the channels.
// https://onnx.ai/onnx/operators/onnx__PRelu.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerWithSlope(OpImport &op, Value slope) {
  GraphBuilder &graph = op.graph;
  Value x = op.input(0);
  slope = graph.broadcast(slope, op.sizes(0));
  if (!slope)
    return failure();
  Value negative = graph.apply(ScalarFn::Less, x, 0.0);
  return op.result(graph.select(negative, graph.mul(slope, x), x));
}

/// One slope, or one for each channel (dimension 1).
static LogicalResult lowerByChannel(OpImport &op) {
  if (op.rank(1) != 1)
    return op.invalid("the slope has " + llvm::Twine(op.rank(1)) +
                      " dimensions and must have 1");
  Sizes sizes(std::max<int64_t>(op.rank(0) - 1, 0), IndexExpr(1));
  if (op.sizes(1)[0].isConstant(1) || sizes.empty())
    return lowerWithSlope(op, op.graph.reshape(op.input(1), {}));
  sizes[0] = op.sizes(1)[0];
  return lowerWithSlope(op, op.graph.reshape(op.input(1), sizes));
}

static LogicalResult lowerPRelu(OpImport &op) {
  if (op.rank(1) > op.rank(0))
    return op.invalid("the slope has " + llvm::Twine(op.rank(1)) +
                      " dimensions, x only " + llvm::Twine(op.rank(0)));
  return lowerWithSlope(op, op.input(1));
}

OnnxOp tenon::describePRelu() {
  OnnxOpRow byChannel;
  byChannel.since = 6;
  byChannel.until = 6;
  byChannel.operands = {{"X", kFloats}, {"slope", kFloats}};
  byChannel.lower = lowerByChannel;
  OnnxOpRow current;
  current.operands = {{"X", kNumbers}, {"slope", kNumbers}};
  current.lower = lowerPRelu;
  return {"PRelu", "x < 0 ? slope * x : x", {byChannel, current}};
}

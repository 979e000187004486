// SPDX-License-Identifier: Apache-2.0
// PRelu: x, but slope * x below 0; the slope broadcasts to x.
// https://onnx.ai/onnx/operators/onnx__PRelu.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerPRelu(OpImport &op) {
  GraphBuilder &graph = op.graph;
  Value x = op.input(0), slope = op.input(1);
  if (op.rank(1) > op.rank(0))
    return op.invalid("the slope has " + llvm::Twine(op.rank(1)) +
                      " dimensions, x only " + llvm::Twine(op.rank(0)));
  slope = graph.broadcast(slope, op.sizes(0));
  if (!slope)
    return failure();
  Value negative = graph.apply(ScalarFn::Less, x, 0.0);
  return op.result(graph.select(negative, graph.mul(slope, x), x));
}

OnnxOp tenon::describePRelu() {
  OnnxOpRow row;
  row.operands = {{"X", kNumbers}, {"slope", kNumbers}};
  row.lower = lowerPRelu;
  return {"PRelu", "x < 0 ? slope * x : x", {row}};
}

// SPDX-License-Identifier: Apache-2.0
// InstanceNormalization: each channel of each instance normalized, then
// scaled and shifted.
// https://onnx.ai/onnx/operators/onnx__InstanceNormalization.html
#include "compiler/onnx/Convolution.h"
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerInstanceNormalization(OpImport &op) {
  GraphBuilder &graph = op.graph;
  int64_t rank = op.rank(0);
  if (rank < 3)
    return op.invalid("the operand has " + Twine(rank) +
                      " dimensions; at least 3 are needed");
  for (unsigned i : {1, 2})
    if (failed(requireChannels(op, i, op.sizes(0)[1])))
      return failure();
  Normalized x =
      normalizeOver(graph, widenHalf(graph, op.input(0)), dimsFrom(2, rank),
                    op.floatAttribute("epsilon", kDefaultEpsilon));
  auto along = [&](unsigned i) {
    return alongChannels(graph, widenHalf(graph, op.input(i)), rank);
  };
  Value scaled = graph.mul(x.value, along(1));
  Value y = scaled ? graph.add(scaled, along(2)) : Value();
  return y ? op.result(graph.cast(y, op.elementType(0))) : failure();
}

OnnxOp tenon::describeInstanceNormalization() {
  return {
      "InstanceNormalization",
      "scale * (x - mean) / sqrt(variance + epsilon) + B",
      {{.operands = {{"input", kFloats}, {"scale", kFloats}, {"B", kFloats}},
        .attributes = {{"epsilon", OnnxAttributeType::Float}},
        .lower = lowerInstanceNormalization}}};
}

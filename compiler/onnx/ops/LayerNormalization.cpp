// SPDX-License-Identifier: Apache-2.0
// LayerNormalization: the dimensions from `axis` on normalized together, then
// scaled and shifted by operands that broadcast.
// https://onnx.ai/onnx/operators/onnx__LayerNormalization.html
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerLayerNormalization(OpImport &op) {
  GraphBuilder &graph = op.graph;
  auto axis = op.normalizeAxis(op.intAttribute("axis", -1), op.rank(0));
  auto stash = op.elementTypeOfNumber(
      op.intAttribute("stash_type", int(OnnxElementType::Float32)));
  if (failed(axis) || failed(stash))
    return failure();
  Normalized x = normalizeOver(graph, widenHalf(graph, op.input(0)),
                               dimsFrom(*axis, op.rank(0)),
                               op.floatAttribute("epsilon", kDefaultEpsilon));
  if (failed(op.setOutput(1, graph.cast(x.mean, *stash))) ||
      failed(op.setOutput(2, graph.cast(x.inverseDeviation, *stash))))
    return failure();
  Value y = graph.mul(x.value, widenHalf(graph, op.input(1)));
  if (y && op.hasInput(2))
    y = graph.add(y, widenHalf(graph, op.input(2)));
  return y ? op.result(graph.cast(y, op.elementType(0))) : failure();
}

OnnxOp tenon::describeLayerNormalization() {
  return {"LayerNormalization",
          "(x - mean) / sqrt(variance + epsilon) * scale + B",
          {{.since = 17,
            .operands = {{"X", kFloats},
                         {"Scale", kFloats},
                         {"B", kFloats, 'T', OperandUse::Optional}},
            .attributes = {{"axis", OnnxAttributeType::Int},
                           {"epsilon", OnnxAttributeType::Float},
                           {"stash_type", OnnxAttributeType::Int}},
            .maxOutputs = 3,
            .lower = lowerLayerNormalization}}};
}

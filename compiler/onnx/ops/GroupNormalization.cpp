// SPDX-License-Identifier: Apache-2.0
// GroupNormalization: the channels of each of num_groups groups normalized
// together, then scaled and shifted by group (before opset 21) or by channel.
// https://onnx.ai/onnx/operators/onnx__GroupNormalization.html
#include "compiler/onnx/Convolution.h"
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

/// value * scale + bias, both given along dimension 1.
static Value scaleAndShift(OpImport &op, Value value) {
  GraphBuilder &graph = op.graph;
  auto along = [&](unsigned i) {
    return alongChannels(graph, widenHalf(graph, op.input(i)), rankOf(value));
  };
  Value scaled = graph.mul(value, along(1));
  return scaled ? graph.add(scaled, along(2)) : Value();
}

static LogicalResult lowerGroupNormalization(OpImport &op) {
  GraphBuilder &graph = op.graph;
  int64_t groups = op.intAttribute("num_groups", 0);
  if (op.rank(0) < 2)
    return op.invalid("the operand has " + Twine(op.rank(0)) +
                      " dimensions; at least 2 are needed");
  if (groups < 1 || groups > INT32_MAX)
    return op.invalid("num_groups is " + Twine(groups) +
                      " and must be positive");
  Sizes sizes = op.sizes(0);
  IndexExpr count = IndexExpr::floorDiv(sizes[1], groups);
  if (!graph.requireEqual(sizes[1], count * groups, "channels of all groups"))
    return failure();
  bool byGroup = op.opset < 21;
  for (unsigned i : {1, 2})
    if (failed(requireChannels(op, i, byGroup ? IndexExpr(groups) : sizes[1])))
      return failure();
  // [n, group, elements of the group]
  IndexExpr plane = numElements(llvm::ArrayRef(sizes).drop_front(2));
  Value x = graph.reshape(widenHalf(graph, op.input(0)),
                          {sizes[0], groups, count * plane});
  if (!x)
    return failure();
  Value y = normalizeOver(graph, x, {2},
                          op.floatAttribute("epsilon", kDefaultEpsilon))
                .value;
  if (byGroup)
    y = scaleAndShift(op, y);
  y = y ? graph.reshape(y, sizes) : Value();
  if (y && !byGroup)
    y = scaleAndShift(op, y);
  return y ? op.result(graph.cast(y, op.elementType(0))) : failure();
}

OnnxOp tenon::describeGroupNormalization() {
  OnnxOpRow row{
      .since = 18,
      .until = 20,
      .operands = {{"X", kFloats}, {"scale", kFloats}, {"bias", kFloats}},
      .attributes = {{"epsilon", OnnxAttributeType::Float},
                     {"num_groups", OnnxAttributeType::Int, true}},
      .lower = lowerGroupNormalization};
  OnnxOpRow current = row;
  current.since = 21;
  current.until = kLatestOpset;
  current.attributes.push_back({"stash_type", OnnxAttributeType::Int});
  return {"GroupNormalization",
          "scale * (x - mean) / sqrt(variance + epsilon) + bias",
          {row, current}};
}

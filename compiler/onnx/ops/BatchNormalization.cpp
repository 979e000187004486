// SPDX-License-Identifier: Apache-2.0
// BatchNormalization: each channel shifted and scaled by given statistics or,
// in training mode, by those of the batch, which then move the given ones.
// Written as x * factor + shift, with both computed from small vectors, so
// that they fold into the weights of a convolution before.
// https://onnx.ai/onnx/operators/onnx__BatchNormalization.html
#include "compiler/onnx/Convolution.h"
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

namespace {

struct Statistics {
  Value mean, variance;
};

} // namespace

/// Before opset 9, without `spatial`, statistics have a value for every
/// element of a batch.
static bool isByChannel(OpImport &op) {
  return op.opset >= 9 || op.intAttribute("spatial", 1) != 0;
}

/// `vector` to broadcast against x: [c] goes along the channels.
static Value alongInput(OpImport &op, Value vector) {
  return isByChannel(op) ? alongChannels(op.graph, vector, op.rank(0)) : vector;
}

static LogicalResult checkStatistics(OpImport &op) {
  if (op.rank(0) < 1)
    return op.invalid("the operand has no dimensions");
  IndexExpr channels = op.rank(0) < 2 ? IndexExpr(1) : op.sizes(0)[1];
  for (unsigned i : {1, 2, 3, 4})
    if (isByChannel(op) && failed(requireChannels(op, i, channels)))
      return failure();
  return success();
}

static bool isTraining(OpImport &op) {
  if (op.opset >= 14)
    return op.intAttribute("training_mode", 0) != 0;
  return op.wantsOutput(1) || op.wantsOutput(2);
}

/// Mean and variance [c] of each channel of x.
static Statistics batchStatistics(OpImport &op, Value x) {
  llvm::SmallVector<int64_t> axes = dimsFrom(2, op.rank(0));
  axes.insert(axes.begin(), 0);
  Normalized moments = normalizeOver(op.graph, x, axes, 0);
  return {op.graph.squeeze(moments.mean, axes),
          op.graph.squeeze(moments.variance, axes)};
}

/// Sets the outputs of training: the given statistics moved towards the
/// batch's, and before opset 14 the batch's themselves.
static LogicalResult setMoved(OpImport &op, const Statistics &given,
                              const Statistics &batch) {
  GraphBuilder &graph = op.graph;
  double momentum = op.floatAttribute("momentum", 0.9);
  Type type = op.elementType(3);
  auto moved = [&](Value from, Value to) {
    return graph.add(graph.apply(ScalarFn::Mul, from, momentum),
                     graph.apply(ScalarFn::Mul, to, 1 - momentum));
  };
  const Value outputs[] = {moved(given.mean, batch.mean),
                           moved(given.variance, batch.variance), batch.mean,
                           batch.variance};
  for (auto [i, value] : llvm::enumerate(outputs))
    if (!value || failed(op.setOutput(i + 1, graph.cast(value, type))))
      return failure();
  return success();
}

static LogicalResult lowerBatchNormalization(OpImport &op) {
  GraphBuilder &graph = op.graph;
  if (failed(checkStatistics(op)))
    return failure();
  Value x = widenHalf(graph, op.input(0));
  Type wide = elementTypeOf(x);
  auto vector = [&](unsigned i) { return graph.cast(op.input(i), wide); };
  Statistics used{vector(3), vector(4)};
  if (isTraining(op)) {
    if (op.rank(0) < 2)
      return op.unsupported("training mode on one dimension");
    Statistics batch = batchStatistics(op, x);
    if (failed(setMoved(op, used, batch)))
      return failure();
    used = batch;
  }
  Value shifted = graph.apply(ScalarFn::Add, used.variance,
                              op.floatAttribute("epsilon", kDefaultEpsilon));
  Value factor = graph.div(vector(1), graph.apply(ScalarFn::Sqrt, {shifted}));
  if (!factor)
    return failure();
  Value product = graph.mul(used.mean, factor);
  Value shift = product ? graph.sub(vector(2), product) : Value();
  if (!shift)
    return failure();
  Value scaled = graph.mul(x, alongInput(op, factor));
  Value y = scaled ? graph.add(scaled, alongInput(op, shift)) : Value();
  return y ? op.result(graph.cast(y, op.elementType(0))) : failure();
}

OnnxOp tenon::describeBatchNormalization() {
  OnnxAttributeRow epsilon{"epsilon", OnnxAttributeType::Float};
  OnnxAttributeRow momentum{"momentum", OnnxAttributeType::Float};
  OnnxOpRow first{
      .until = 8,
      .operands = {{"X", kFloats},
                   {"scale", kFloats},
                   {"B", kFloats},
                   {"mean", kFloats},
                   {"var", kFloats}},
      .attributes = {epsilon, momentum, {"spatial", OnnxAttributeType::Int}},
      .maxOutputs = 5,
      .lower = lowerBatchNormalization};
  OnnxOpRow second = first, current = first;
  second.since = 9;
  second.until = 13;
  second.attributes = {epsilon, momentum};
  // Opset 14 freed the statistics' type, 15 that of scale and B.
  current.since = 14;
  current.until = kLatestOpset;
  current.operands = {{"X", kFloats},
                      {"scale", kFloats, 'S'},
                      {"B", kFloats, 'S'},
                      {"input_mean", kFloats, 'U'},
                      {"input_var", kFloats, 'U'}};
  current.attributes = {
      epsilon, momentum, {"training_mode", OnnxAttributeType::Int}};
  current.maxOutputs = 3;
  return {"BatchNormalization",
          "(x - mean) / sqrt(var + epsilon) * scale + B",
          {first, second, current}};
}

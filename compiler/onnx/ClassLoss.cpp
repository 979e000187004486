// SPDX-License-Identifier: Apache-2.0
// Losses of class labels by core ops. The probability at a label is the sum
// over classes of what a comparison with the label lets through: one pass over
// the data, which the softmax before it reads anyway.
#include "compiler/onnx/ClassLoss.h"
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;

namespace tenon {

namespace {

/// The weight of each sample, null when all have weight 1.
Value sampleWeights(OpImport &op, Value isLabel, Value ignored, Type type) {
  GraphBuilder &graph = op.graph;
  Value weights;
  if (op.hasInput(2)) {
    // [classes] beside [n, classes, d...]
    Sizes sizes(op.rank(0) - 1, IndexExpr(1));
    sizes[0] = op.sizes(2)[0];
    Value classes = graph.reshape(graph.cast(op.input(2), type), sizes);
    Value at = graph.select(isLabel, classes, graph.scalar(0.0, type));
    weights = graph.reduce(ReduceKind::Sum, at, {1}, /*keepDims=*/false);
  }
  if (!ignored)
    return weights;
  Value otherwise = weights ? weights : graph.scalar(1.0, type);
  return graph.select(ignored, graph.scalar(0.0, type), otherwise);
}

FailureOr<Value> reduceLoss(OpImport &op, Value loss, Value weights) {
  GraphBuilder &graph = op.graph;
  llvm::StringRef reduction = op.stringAttribute("reduction", "mean");
  if (reduction == "none")
    return loss;
  if (reduction != "sum" && reduction != "mean")
    return op.invalid("attribute 'reduction' is '" + reduction +
                      "' and must be 'none', 'sum' or 'mean'");
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rankOf(loss)));
  Value sum = graph.reduce(ReduceKind::Sum, loss, axes, /*keepDims=*/false);
  if (reduction == "sum")
    return sum;
  if (!weights)
    return graph.div(sum, sizeScalar(graph, numElements(sizesOf(loss)),
                                     elementTypeOf(loss)));
  return graph.div(
      sum, graph.reduce(ReduceKind::Sum, weights, axes, /*keepDims=*/false));
}

/// Ranks and sizes that the comparison with the labels relies on.
LogicalResult checkOperands(OpImport &op) {
  Sizes scores = op.sizes(0), labels = op.sizes(1);
  if (scores.size() < 2 || labels.size() + 1 != scores.size())
    return op.invalid("scores have " + llvm::Twine(scores.size()) +
                      " dimensions and labels " + llvm::Twine(labels.size()) +
                      "; labels must have one less, scores at least 2");
  if (op.hasInput(2) && op.rank(2) != 1)
    return op.invalid("weights must have 1 dimension, found " +
                      llvm::Twine(op.rank(2)));
  if (op.hasInput(2) &&
      !op.graph.requireEqual(op.sizes(2)[0], scores[1], "number of weights"))
    return failure();
  scores.erase(scores.begin() + 1);
  for (auto [score, label] : llvm::zip(scores, labels))
    if (!op.graph.requireEqual(label, score, "dimension of the labels"))
      return failure();
  return success();
}

} // namespace

FailureOr<Value> classLoss(OpImport &op, Value logProbability) {
  if (failed(checkOperands(op)))
    return failure();
  GraphBuilder &graph = op.graph;
  Value scores = widenHalf(graph, logProbability);
  Type type = elementTypeOf(scores), labelType = op.elementType(1);
  Sizes labelSizes = op.sizes(0);
  labelSizes.erase(labelSizes.begin() + 1);
  Value labels = graph.withSizes(op.input(1), labelSizes);
  Value place = graph.iota(op.sizes(0), 1, 0, 1, labelType);
  Value isLabel =
      graph.apply(ScalarFn::Equal, {place, graph.unsqueeze(labels, {1})});
  Value at = graph.select(isLabel, scores, graph.scalar(0.0, type));
  Value loss =
      graph.apply(ScalarFn::Neg,
                  {graph.reduce(ReduceKind::Sum, at, {1}, /*keepDims=*/false)});
  Value ignored;
  if (op.hasAttribute("ignore_index"))
    ignored =
        graph.apply(ScalarFn::Equal, labels,
                    static_cast<double>(op.intAttribute("ignore_index", 0)));
  Value weights = sampleWeights(op, isLabel, ignored, type);
  if (weights)
    loss = graph.mul(loss, weights);
  FailureOr<Value> result = reduceLoss(op, loss, weights);
  if (failed(result))
    return failure();
  return graph.cast(*result, op.elementType(0));
}

OnnxOpRow classLossRow(const char *scores, const char *labels,
                       const char *weights) {
  OnnxOpRow row;
  row.since = 12;
  row.operands = {{scores, kFloats},
                  {labels, kIndices, 'I'},
                  {weights, kFloats, 'T', OperandUse::Optional}};
  row.attributes = {{"ignore_index", OnnxAttributeType::Int},
                    {"reduction", OnnxAttributeType::String}};
  return row;
}

} // namespace tenon

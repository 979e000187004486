// SPDX-License-Identifier: Apache-2.0
// LSTM, GRU and RNN as core ops.
#include "compiler/onnx/RecurrentLayer.h"
#include "compiler/onnx/RecurrentActivations.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;

namespace tenon {

namespace {

enum Operand : unsigned {
  kX,
  kW,
  kR,
  kBias,
  kLengths,
  kHidden,
  kCell,
  kPeepholes
};

/// What the directions of a layer share. T steps, B sequences, I inputs, H
/// states, G gates.
struct Layer {
  RecurrentKind kind;
  int64_t directions = 1;
  bool firstBackward = false;
  Value x;       // [T, B, I]
  Value lengths; // [B], or null when all sequences have all steps
  IndexExpr steps, batch, states, gates;
};

/// The states of one direction, in the order of the steps: [T, B, H].
struct States {
  Value hidden, cell, initialHidden, initialCell;
};

} // namespace

static bool isBatchFirst(OpImport &op) {
  return op.intAttribute("layout", 0) != 0;
}

/// sequence_lens unless every entry is known to be the number of steps.
static Value usedLengths(OpImport &op, const IndexExpr &steps) {
  if (!op.hasInput(kLengths))
    return {};
  std::optional<Sizes> known = integersOf(op.input(kLengths));
  bool full = known && llvm::all_of(*known, [&](const IndexExpr &length) {
                return length == steps;
              });
  return full ? Value() : op.input(kLengths);
}

static LogicalResult readDirection(OpImport &op, Layer &layer) {
  StringRef direction = op.stringAttribute("direction", "forward");
  if (direction != "forward" && direction != "reverse" &&
      direction != "bidirectional")
    return op.invalid("direction is '" + direction +
                      "' and must be forward, reverse or bidirectional");
  layer.directions = direction == "bidirectional" ? 2 : 1;
  layer.firstBackward = direction == "reverse";
  return success();
}

/// Checks the sizes of weights against each other and the input.
static LogicalResult checkWeights(OpImport &op, const Layer &layer) {
  struct Demand {
    Operand operand;
    Sizes sizes;
  };
  IndexExpr outputs = layer.gates * layer.states, inputs = sizesOf(layer.x)[2];
  Sizes states{layer.directions, layer.batch, layer.states};
  if (isBatchFirst(op))
    std::swap(states[0], states[1]);
  const Demand demands[] = {{kW, {layer.directions, outputs, inputs}},
                            {kR, {layer.directions, outputs, layer.states}},
                            {kBias, {layer.directions, outputs * 2}},
                            {kLengths, {layer.batch}},
                            {kHidden, states},
                            {kCell, states},
                            {kPeepholes, {layer.directions, layer.states * 3}}};
  for (const auto &[operand, sizes] : demands) {
    if (!op.hasInput(operand))
      continue;
    if (op.rank(operand) != static_cast<int64_t>(sizes.size()))
      return op.invalid("operand " + Twine(operand) + " has " +
                        Twine(op.rank(operand)) + " dimensions and must have " +
                        Twine(sizes.size()));
    for (auto [found, wanted] : llvm::zip(op.sizes(operand), sizes))
      if (!op.graph.requireEqual(
              found, wanted, "dimension of operand " + std::to_string(operand)))
        return failure();
  }
  return success();
}

static FailureOr<Layer> readLayer(OpImport &op, RecurrentKind kind) {
  Layer layer{kind};
  if (failed(readDirection(op, layer)))
    return failure();
  if (op.rank(kX) != 3 || op.rank(kW) != 3 || op.rank(kR) != 3)
    return op.invalid("X, W and R must have 3 dimensions");
  layer.x = op.input(kX);
  if (isBatchFirst(op))
    layer.x = op.graph.transpose(layer.x, {1, 0, 2});
  Sizes x = sizesOf(layer.x);
  layer.steps = x[0];
  layer.batch = x[1];
  layer.states = op.sizes(kR)[2];
  layer.gates = RecurrentOp::numGates(kind);
  int64_t hidden = op.intAttribute("hidden_size", -1);
  if (hidden >= 0 && !layer.states.isConstant(hidden))
    return op.invalid("hidden_size is " + Twine(hidden) + " and R has " +
                      layer.states.str() + " states");
  if (failed(checkWeights(op, layer)))
    return failure();
  layer.lengths = usedLengths(op, layer.steps);
  return layer;
}

/// Part `d` of dimension 0, without that dimension.
static Value partOf(GraphBuilder &graph, Value value, int64_t d) {
  return graph.squeeze(graph.sliceAxis(value, 0, d, 1), {0});
}

/// Steps in reverse order; of each sequence only those within its length.
static Value reverseSteps(OpImport &op, const Layer &layer, Value value) {
  GraphBuilder &graph = op.graph;
  Sizes sizes = sizesOf(value); // [T, B, ...]
  if (!layer.lengths) {
    Sizes starts(sizes.size(), IndexExpr(0));
    llvm::SmallVector<int64_t> steps(sizes.size(), 1);
    starts[0] = layer.steps - 1;
    steps[0] = -1;
    return graph.slice(value, starts, steps, sizes);
  }
  Type type = elementTypeOf(layer.lengths);
  Value step = graph.iota({layer.steps, 1}, 0, 0, 1, type);
  Value length = graph.unsqueeze(layer.lengths, {0});
  Value mirrored = graph.sub(graph.apply(ScalarFn::Sub, length, 1.0), step);
  Value from =
      graph.select(graph.apply(ScalarFn::Less, {step, length}), mirrored, step);
  return graph.gatherNd(value, {-1, 1, 2}, from, {0, 1}, /*clamp=*/true);
}

/// Zeros at the steps beyond each sequence's length.
static Value zeroBeyond(OpImport &op, const Layer &layer, Value value) {
  if (!layer.lengths)
    return value;
  GraphBuilder &graph = op.graph;
  Value step =
      graph.iota({layer.steps, 1, 1}, 0, 0, 1, elementTypeOf(layer.lengths));
  Value length = graph.unsqueeze(layer.lengths, {0, 2});
  return graph.select(graph.apply(ScalarFn::Less, {step, length}), value,
                      graph.scalar(0, elementTypeOf(value)));
}

/// The initial state of direction `d` in operand `i`, [B, H]; zeros without.
static Value initialState(OpImport &op, const Layer &layer, unsigned i,
                          int64_t d) {
  if (!op.hasInput(i))
    return op.graph.splat(0, {layer.batch, layer.states}, op.elementType(kX));
  Value all = op.input(i);
  if (isBatchFirst(op))
    all = op.graph.transpose(all, {1, 0, 2});
  return op.graph.withSizes(partOf(op.graph, all, d),
                            {layer.batch, layer.states});
}

/// The biases of direction `d` that are only added, [G * H]; sets `last` to a
/// GRU's recurrence bias that its reset gate scales, [H].
static Value addedBias(OpImport &op, const Layer &layer, int64_t d,
                       Value &last) {
  GraphBuilder &graph = op.graph;
  IndexExpr outputs = layer.gates * layer.states;
  Value both = partOf(graph, op.input(kBias), d);
  Value input = graph.sliceAxis(both, 0, 0, outputs);
  Value recurrence = graph.sliceAxis(both, 0, outputs, outputs);
  if (layer.kind == RecurrentKind::Gru &&
      op.intAttribute("linear_before_reset", 0) != 0) {
    IndexExpr others = layer.states * 2;
    last = graph.sliceAxis(recurrence, 0, others, layer.states);
    Value zeros = graph.splat(0, {layer.states}, elementTypeOf(both));
    recurrence =
        graph.concat({graph.sliceAxis(recurrence, 0, 0, others), zeros}, 0);
  }
  return graph.add(widenHalf(graph, input), widenHalf(graph, recurrence));
}

/// The input's part of every gate, [T, B, G * H], with the biases that are only
/// added. Half types are summed in fp32 and rounded once.
static Value projectInput(OpImport &op, const Layer &layer, int64_t d,
                          Value &lastBias) {
  GraphBuilder &graph = op.graph;
  bool backward = layer.firstBackward || d == 1;
  Value x = backward ? reverseSteps(op, layer, layer.x) : layer.x;
  Type type = op.elementType(kX);
  Value projected = graph.contract(x, {0, 1, 3}, partOf(graph, op.input(kW), d),
                                   {2, 3}, 3, accumulatorType(type));
  if (op.hasInput(kBias))
    projected = graph.add(projected, addedBias(op, layer, d, lastBias));
  return graph.withSizes(
      graph.cast(projected, type),
      {layer.steps, layer.batch, layer.gates * layer.states});
}

/// Runs direction `d`.
static States runDirection(OpImport &op, const Layer &layer, int64_t d,
                           const LayerActivations &activations) {
  GraphBuilder &graph = op.graph;
  bool lstm = layer.kind == RecurrentKind::Lstm;
  Value bias, peepholes, lengths;
  Value projected = projectInput(op, layer, d, bias);
  Value weights = graph.withSizes(partOf(graph, op.input(kR), d),
                                  {layer.gates * layer.states, layer.states});
  if (op.hasInput(kPeepholes))
    peepholes = graph.withSizes(partOf(graph, op.input(kPeepholes), d),
                                {layer.states * 3});
  if (layer.lengths)
    lengths = graph.withSizes(layer.lengths, {layer.batch});
  States states;
  states.initialHidden = initialState(op, layer, kHidden, d);
  if (lstm)
    states.initialCell = initialState(op, layer, kCell, d);
  OpBuilder &builder = graph.mlirBuilder();
  llvm::SmallVector<Attribute> functions;
  for (Activation fn : activations.functions)
    functions.push_back(ActivationAttr::get(graph.context(), fn));
  auto run = builder.create<RecurrentOp>(
      graph.location(),
      RecurrentOp::resultTypes(layer.kind, projected, weights), projected,
      weights, states.initialHidden, states.initialCell, bias, peepholes,
      lengths, layer.kind, builder.getArrayAttr(functions), activations.alpha,
      activations.beta, llvm::APFloat(op.floatAttribute("clip", 0)),
      op.intAttribute("linear_before_reset", 0) != 0,
      op.intAttribute("input_forget", 0) != 0);
  states.hidden = run.getHidden();
  if (lstm)
    states.cell = run.getCell();
  return states;
}

/// The state after the last step, [B, H]; the initial one when there is none.
static Value finalState(OpImport &op, const Layer &layer, Value states,
                        Value initial) {
  GraphBuilder &graph = op.graph;
  auto ranges = [&](StringRef name) { return graph.symbolRange(name); };
  IndexExpr last = layer.steps - 1;
  if (!last.isNonNegative(ranges)) {
    states = graph.concat({graph.unsqueeze(initial, {0}), states}, 0);
    last = layer.steps;
  }
  return graph.squeeze(graph.sliceAxis(states, 0, last, 1), {0});
}

/// Joins the directions' tensors along a new dimension `axis`.
static Value joinDirections(GraphBuilder &graph, llvm::ArrayRef<Value> parts,
                            int64_t axis) {
  llvm::SmallVector<Value> wide;
  for (Value part : parts)
    wide.push_back(graph.unsqueeze(part, {axis}));
  return graph.concat(wide, axis);
}

LogicalResult lowerRecurrentLayer(OpImport &op, RecurrentKind kind) {
  FailureOr<Layer> layer = readLayer(op, kind);
  if (failed(layer))
    return failure();
  auto activations = readActivations(op, kind, layer->directions);
  if (failed(activations))
    return failure();
  llvm::SmallVector<Value> all, hidden, cell;
  for (int64_t d = 0; d < layer->directions; ++d) {
    States states = runDirection(op, *layer, d, (*activations)[d]);
    hidden.push_back(
        finalState(op, *layer, states.hidden, states.initialHidden));
    if (states.cell)
      cell.push_back(finalState(op, *layer, states.cell, states.initialCell));
    Value y = states.hidden;
    if (layer->firstBackward || d == 1)
      y = reverseSteps(op, *layer, y);
    all.push_back(zeroBeyond(op, *layer, y));
  }
  // y [T, D, B, H] and states [D, B, H], or with the batch first.
  bool batchFirst = isBatchFirst(op);
  Value y = joinDirections(op.graph, all, batchFirst ? 2 : 1);
  if (batchFirst)
    y = op.graph.transpose(y, {1, 0, 2, 3});
  int64_t direction = batchFirst ? 1 : 0;
  if (failed(op.setOutput(0, y)) ||
      failed(op.setOutput(1, joinDirections(op.graph, hidden, direction))))
    return failure();
  return cell.empty()
             ? success()
             : op.setOutput(2, joinDirections(op.graph, cell, direction));
}

OnnxOp recurrentLayerOp(const char *name, const char *formula,
                        LowerFunction lower,
                        std::vector<OnnxOperandRow> moreOperands,
                        std::vector<OnnxAttributeRow> moreAttributes,
                        unsigned outputs) {
  OnnxOpRow row;
  row.until = 13;
  row.operands = {{"X", kFloats},
                  {"W", kFloats},
                  {"R", kFloats},
                  {"B", kFloats, 'T', OperandUse::Optional},
                  {"sequence_lens", kI32, 'L', OperandUse::Optional},
                  {"initial_h", kFloats, 'T', OperandUse::Optional}};
  row.operands.insert(row.operands.end(), moreOperands.begin(),
                      moreOperands.end());
  row.attributes = {{"activation_alpha", OnnxAttributeType::Floats},
                    {"activation_beta", OnnxAttributeType::Floats},
                    {"activations", OnnxAttributeType::Strings},
                    {"clip", OnnxAttributeType::Float},
                    {"direction", OnnxAttributeType::String},
                    {"hidden_size", OnnxAttributeType::Int}};
  row.attributes.insert(row.attributes.end(), moreAttributes.begin(),
                        moreAttributes.end());
  row.maxOutputs = outputs;
  row.lower = lower;
  OnnxOpRow current = row;
  current.since = 14;
  current.until = kLatestOpset;
  current.attributes.push_back({"layout", OnnxAttributeType::Int});
  return {name, formula, {row, current}};
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// RotaryEmbedding: pairs of features turned by angles that belong to their
// token's position. A pair is the same place of both halves of the rotated
// features or, with `interleaved`, two neighbours.
// https://onnx.ai/onnx/operators/onnx__RotaryEmbedding.html
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

namespace {

constexpr int64_t kFeature = 3; // dimension of x below

/// The two members of each pair of x [batch, token, head, feature].
struct Pairs {
  Value first, second;
};

} // namespace

static Pairs splitPairs(GraphBuilder &graph, Value x, bool interleaved) {
  Sizes sizes = sizesOf(x);
  IndexExpr half = IndexExpr::floorDiv(sizes[kFeature], 2);
  if (!interleaved)
    return {graph.sliceAxis(x, kFeature, 0, half),
            graph.sliceAxis(x, kFeature, half, half)};
  sizes[kFeature] = half;
  auto every = [&](int64_t start) {
    return graph.slice(x, {0, 0, 0, start}, {1, 1, 1, 2}, sizes);
  };
  return {every(0), every(1)};
}

static Value joinPairs(GraphBuilder &graph, Pairs pairs, bool interleaved,
                       llvm::ArrayRef<IndexExpr> sizes) {
  if (!interleaved)
    return graph.concat({pairs.first, pairs.second}, kFeature);
  Value both = graph.concat({graph.unsqueeze(pairs.first, {kFeature + 1}),
                             graph.unsqueeze(pairs.second, {kFeature + 1})},
                            kFeature + 1);
  return graph.reshape(both, sizes);
}

/// The cache in operand `i` for every token: [batch, token, 1, feature / 2].
static FailureOr<Value> tokenAngles(OpImport &op, unsigned i) {
  Value cache = widenHalf(op.graph, op.input(i));
  if (op.hasInput(3))
    cache = op.graph.gather(cache, op.input(3), 0);
  if (rankOf(cache) != 3)
    return FailureOr<Value>(
        op.invalid("the caches and position_ids do not give 3 dimensions "
                   "(batch, token, feature)"));
  return op.graph.unsqueeze(cache, {2});
}

/// x as [batch, token, head, feature].
static FailureOr<Value> headsLast(OpImport &op) {
  Value x = op.input(0);
  if (op.rank(0) == 4)
    return op.graph.transpose(x, {0, 2, 1, 3});
  int64_t heads = op.intAttribute("num_heads", 0);
  if (op.rank(0) != 3 || heads < 1)
    return FailureOr<Value>(
        op.invalid("X must have 4 dimensions, or 3 and num_heads"));
  Sizes sizes = op.sizes(0);
  return op.graph.reshape(
      x, {sizes[0], sizes[1], heads, IndexExpr::floorDiv(sizes[2], heads)});
}

static LogicalResult lowerRotaryEmbedding(OpImport &op) {
  GraphBuilder &graph = op.graph;
  FailureOr<Value> x = headsLast(op);
  FailureOr<Value> cosine = tokenAngles(op, 1), sine = tokenAngles(op, 2);
  if (failed(x) || !*x || failed(cosine) || failed(sine))
    return failure();
  bool interleaved = op.intAttribute("interleaved", 0) != 0;
  IndexExpr features = sizesOf(*x)[kFeature], turned = features;
  if (int64_t some = op.intAttribute("rotary_embedding_dim", 0))
    turned = some;
  Value rotated = graph.sliceAxis(*x, kFeature, 0, turned);
  Sizes sizes = sizesOf(rotated);
  auto [a, b] = splitPairs(graph, widenHalf(graph, rotated), interleaved);
  Value ac = graph.mul(*cosine, a), bs = graph.mul(*sine, b);
  Value as = graph.mul(*sine, a), bc = graph.mul(*cosine, b);
  if (!ac || !bs || !as || !bc)
    return failure();
  Value y = joinPairs(graph, {graph.sub(ac, bs), graph.add(as, bc)},
                      interleaved, sizes);
  if (!y)
    return failure();
  y = graph.cast(y, op.elementType(0));
  if (turned != features)
    y = graph.concat(
        {y, graph.sliceAxis(*x, kFeature, turned, features - turned)},
        kFeature);
  return op.result(op.rank(0) == 4 ? graph.transpose(y, {0, 2, 1, 3})
                                   : graph.reshape(y, op.sizes(0)));
}

OnnxOp tenon::describeRotaryEmbedding() {
  constexpr TypeSet kTypes = kF16 | kBf16 | kF32;
  return {"RotaryEmbedding",
          "(a cos - b sin, a sin + b cos) for each pair of features",
          {{.since = 23,
            .operands = {{"X", kTypes},
                         {"cos_cache", kTypes},
                         {"sin_cache", kTypes},
                         {"position_ids", kI64, 'M', OperandUse::Optional}},
            .attributes = {{"interleaved", OnnxAttributeType::Int},
                           {"num_heads", OnnxAttributeType::Int},
                           {"rotary_embedding_dim", OnnxAttributeType::Int}},
            .lower = lowerRotaryEmbedding}}};
}

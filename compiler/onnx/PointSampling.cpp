// SPDX-License-Identifier: Apache-2.0
// Reading planes at fractional positions that are data.
#include "compiler/onnx/PointSampling.h"
#include "compiler/onnx/SizeScalar.h"

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

SampleRange indexRange(GraphBuilder &graph, const IndexExpr &size, Type type) {
  return {graph.scalar(0, type), sizeScalar(graph, size - 1, type)};
}

static Value clampInto(GraphBuilder &graph, Value x, const SampleRange &range) {
  return graph.apply(ScalarFn::Min,
                     {graph.apply(ScalarFn::Max, {x, range.low}), range.high});
}

Value mirrorInto(GraphBuilder &graph, Value position,
                 const SampleRange &range) {
  // A triangle wave: fold the period 2 * length about its middle.
  constexpr double kLeastLength = 0.5; // for a range of one point
  Value length = graph.apply(ScalarFn::Max, graph.sub(range.high, range.low),
                             kLeastLength);
  Value period = graph.apply(ScalarFn::Mul, length, 2.0);
  Value offset = graph.sub(position, range.low);
  Value phase = graph.apply(ScalarFn::Mod, {offset, period});
  Value folded = graph.apply(ScalarFn::Min, {phase, graph.sub(period, phase)});
  return clampInto(graph, graph.add(folded, range.low), range);
}

/// The weights of linear or cubic interpolation for the taps from 1 - radius
/// to radius of a position `fraction` beyond its floor.
static llvm::SmallVector<Value> tapWeights(GraphBuilder &graph, Value fraction,
                                           SampleKind kind) {
  auto times = [&](Value x, double c) {
    return graph.apply(ScalarFn::Mul, x, c);
  };
  auto plus = [&](Value x, double c) {
    return graph.apply(ScalarFn::Add, x, c);
  };
  Value rest = plus(times(fraction, -1), 1); // 1 - fraction
  if (kind == SampleKind::Linear)
    return {rest, fraction};
  // Keys' kernel at distance x below 1, and between 1 and 2 (Resample.cpp).
  constexpr double kA = -0.75;
  auto inner = [&](Value x) {
    Value slope = plus(times(x, kA + 2), -(kA + 3));
    return plus(graph.mul(graph.mul(slope, x), x), 1);
  };
  auto outer = [&](Value x) {
    Value value = plus(times(x, kA), -5 * kA);
    value = plus(graph.mul(value, x), 8 * kA);
    return plus(graph.mul(value, x), -4 * kA);
  };
  return {outer(plus(fraction, 1)), inner(fraction), inner(rest),
          outer(plus(rest, 1))};
}

llvm::SmallVector<SampleTap> sampleTaps(GraphBuilder &graph, Value position,
                                        const IndexExpr &size, SampleKind kind,
                                        SampleOutside outside,
                                        const SampleRange &mirror) {
  Type type = elementTypeOf(position),
       i64 = IntegerType::get(graph.context(), 64);
  bool nearest = kind == SampleKind::Nearest;
  Value base =
      graph.apply(nearest ? ScalarFn::Round : ScalarFn::Floor, {position});
  llvm::SmallVector<Value> weights{Value()};
  if (!nearest)
    weights = tapWeights(graph, graph.sub(position, base), kind);
  SampleRange within = indexRange(graph, size, type);
  double radius = kind == SampleKind::Cubic ? 2 : 1;
  llvm::SmallVector<SampleTap> taps;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    double offset = static_cast<double>(i) + 1 - radius;
    Value index = nearest ? base : graph.apply(ScalarFn::Add, base, offset);
    if (outside == SampleOutside::Zeros) {
      Value inside =
          graph.apply(ScalarFn::And,
                      {graph.apply(ScalarFn::GreaterEqual, {index, within.low}),
                       graph.apply(ScalarFn::LessEqual, {index, within.high})});
      Value full = weight ? weight : graph.scalar(1, type);
      weight = graph.select(inside, full, graph.scalar(0, type));
    }
    if (outside == SampleOutside::Reflection)
      index = mirrorInto(graph, index, mirror);
    taps.push_back({graph.cast(index, i64), weight});
  }
  return taps;
}

/// The element that each point's taps name: [m, c, p...].
static Value gatherTaps(GraphBuilder &graph, Value data, Value batch,
                        ArrayRef<SampleTap> taps, ArrayRef<IndexExpr> points) {
  auto rank = static_cast<int64_t>(points.size());
  llvm::SmallVector<Value> lists;
  llvm::SmallVector<int64_t> dataLoops{batch ? -1 : 0, 1}, indexLoops{0};
  if (batch) {
    llvm::SmallVector<int64_t> axes;
    for (int64_t i = 1; i < rank; ++i)
      axes.push_back(i);
    lists.push_back(graph.broadcast(graph.unsqueeze(batch, axes), points));
  }
  for (const SampleTap &tap : taps) {
    lists.push_back(graph.broadcast(tap.index, points));
    dataLoops.push_back(-1);
  }
  for (Value &list : lists)
    list = graph.unsqueeze(list, {rank});
  for (int64_t i = 1; i < rank; ++i)
    indexLoops.push_back(i + 1); // after the channels
  indexLoops.push_back(-1);
  return graph.gatherNd(data, dataLoops, graph.concat(lists, rank), indexLoops,
                        /*clamp=*/true);
}

llvm::SmallVector<Value>
sampleTerms(GraphBuilder &graph, Value data, Value batch,
            ArrayRef<llvm::SmallVector<SampleTap>> taps,
            ArrayRef<IndexExpr> points) {
  size_t combinations = 1;
  for (const auto &list : taps)
    combinations *= list.size();
  llvm::SmallVector<Value> terms;
  for (size_t number = 0; number < combinations; ++number) {
    llvm::SmallVector<SampleTap> chosen;
    Value weight;
    size_t rest = number;
    for (const auto &list : taps) {
      chosen.push_back(list[rest % list.size()]);
      rest /= list.size();
      Value next = chosen.back().weight;
      weight = weight && next ? graph.mul(weight, next)
               : weight       ? weight
                              : next;
    }
    Value term = gatherTaps(graph, data, batch, chosen, points);
    if (weight)
      term = graph.mul(term, graph.unsqueeze(weight, {1}));
    terms.push_back(term);
  }
  return terms;
}

Value foldTerms(GraphBuilder &graph, ScalarFn fn, ArrayRef<Value> terms) {
  Value result = terms.front();
  for (Value term : terms.drop_front())
    result = graph.apply(fn, {result, term});
  return result;
}

} // namespace tenon

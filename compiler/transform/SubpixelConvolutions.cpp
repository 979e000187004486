// SPDX-License-Identifier: Apache-2.0
// Splits the taps of convolutions over spread inputs by phase.
#include "compiler/transform/SubpixelConvolutions.h"
#include "compiler/transform/CancelTransposes.h"
#include "compiler/transform/Permutation.h"

using namespace mlir;

namespace tenon {

namespace {

/// One spatial dimension. Output position q * spread + phase reads, at tap t,
/// input position q + (phase + t - low) / spread where that divides.
struct Spread {
  int64_t spread = 1, kernel = 1, low = 0;

  int64_t firstTap(int64_t phase) const {
    return ((low - phase) % spread + spread) % spread;
  }
  int64_t taps(int64_t phase) const {
    return (kernel - firstTap(phase) + spread - 1) / spread;
  }
  /// Input position of the first tap, less q. Exact.
  int64_t firstOffset(int64_t phase) const {
    return (phase + firstTap(phase) - low) / spread;
  }
  /// The window that all phases share: offsets [begin, end).
  int64_t begin() const {
    int64_t least = firstOffset(0);
    for (int64_t phase = 1; phase < spread; ++phase)
      least = std::min(least, firstOffset(phase));
    return least;
  }
  int64_t end() const {
    int64_t most = begin() + 1;
    for (int64_t phase = 0; phase < spread; ++phase)
      most = std::max(most, firstOffset(phase) + taps(phase));
    return most;
  }
};

} // namespace

/// The dimensions of `op`, when the pass applies to it.
static std::optional<llvm::SmallVector<Spread>> spreadsOf(WindowOp op) {
  if (op.getKind() != WindowKind::Convolve || op.getChannelsLast() ||
      !isConstant(op.getFilter()))
    return std::nullopt;
  llvm::SmallVector<Spread> spreads;
  bool any = false;
  llvm::SmallVector<IndexExpr> low = op.getLow().exprs();
  for (unsigned i = 0; i < op.spatialRank(); ++i) {
    std::optional<int64_t> padding = low[i].constant();
    int64_t spread = op.getInputDilations()[i];
    if (spread == 1) {
      spreads.push_back({1, op.getKernel()[i], 0});
      continue;
    }
    if (!padding || op.getStrides()[i] != 1 || op.getDilations()[i] != 1)
      return std::nullopt;
    spreads.push_back({spread, op.getKernel()[i], *padding});
    any = true;
  }
  if (!any)
    return std::nullopt;
  return spreads;
}

/// The filter whose output channels are (channel, phase) of one dimension.
static Value splitFilter(GraphBuilder &graph, Value filter, int64_t dim,
                         const Spread &spread) {
  llvm::SmallVector<Value> phases;
  Sizes sizes = sizesOf(filter);
  Value zero = graph.splat(0, {}, elementTypeOf(filter));
  for (int64_t phase = 0; phase < spread.spread; ++phase) {
    int64_t taps = spread.taps(phase);
    llvm::SmallVector<IndexExpr> starts(sizes.size(), 0),
        before(sizes.size(), 0), after(sizes.size(), 0);
    llvm::SmallVector<int64_t> steps(sizes.size(), 1);
    Sizes part(sizes);
    starts[dim] = spread.firstTap(phase);
    steps[dim] = spread.spread;
    part[dim] = taps;
    int64_t first = spread.firstOffset(phase) - spread.begin();
    before[dim] = first;
    after[dim] = spread.end() - spread.begin() - first - taps;
    Value one = taps > 0 ? graph.slice(filter, starts, steps, part)
                         : graph.splat(0, part, elementTypeOf(filter));
    one = graph.pad(one, zero, before, after, PadMode::Constant);
    phases.push_back(graph.unsqueeze(one, {1}));
  }
  Value all = graph.concat(phases, 1);
  Sizes merged = sizesOf(phases[0]);
  merged.erase(merged.begin() + 1);
  merged[0] = sizes[0] * spread.spread;
  return graph.withSizes(all, merged);
}

/// [batch, channel * phases, positions...] to [batch, channel, spread
/// positions...], without what hangs over the sizes of the result.
static Value takeTurns(GraphBuilder &graph, Value phases,
                       llvm::ArrayRef<Spread> spreads, const Sizes &result) {
  Sizes positions = sizesOf(phases), apart{positions[0], result[1]};
  size_t rank = spreads.size();
  llvm::SmallVector<int64_t> order{0, 1};
  for (const Spread &spread : spreads)
    apart.push_back(spread.spread);
  Sizes joined{positions[0], result[1]};
  for (size_t i = 0; i < rank; ++i) {
    apart.push_back(positions[2 + i]);
    order.push_back(2 + rank + i);
    order.push_back(2 + i);
    joined.push_back(positions[2 + i] * spreads[i].spread);
  }
  Value value = graph.withSizes(phases, apart);
  value = graph.withSizes(graph.transpose(value, order), joined);
  for (size_t i = 0; i < rank; ++i)
    if (joined[2 + i] != result[2 + i])
      value = graph.sliceAxis(value, 2 + i, 0, result[2 + i]);
  return value;
}

static void split(WindowOp op, llvm::ArrayRef<Spread> spreads) {
  OpBuilder builder(op);
  GraphBuilder graph(builder, op.getLoc());
  Sizes result = sizesOf(op.getResult()), input = sizesOf(op.getInput());
  llvm::SmallVector<IndexExpr> low = op.getLow().exprs(),
                               high = op.getHigh().exprs();
  llvm::SmallVector<int64_t> kernel(op.getKernel());
  Value filter = op.getFilter();
  Sizes positions(result);
  for (auto [i, spread] : llvm::enumerate(spreads)) {
    if (spread.spread == 1)
      continue;
    filter = splitFilter(graph, filter, 2 + i, spread);
    kernel[i] = spread.end() - spread.begin();
    positions[1] = positions[1] * spread.spread;
    positions[2 + i] = IndexExpr::ceilDiv(result[2 + i], spread.spread);
    low[i] = -spread.begin();
    high[i] = positions[2 + i] - input[2 + i] - low[i] + kernel[i] - 1;
  }
  auto window = cast<WindowOp>(builder.clone(*op));
  window.getFilterMutable().assign(filter);
  window.setKernel(kernel);
  window.setInputDilations(llvm::SmallVector<int64_t>(spreads.size(), 1));
  window.setLowAttr(IndexExprsAttr::from(op.getContext(), low));
  window.setHighAttr(IndexExprsAttr::from(op.getContext(), high));
  window.getResult().setType(
      tensorType(positions, elementTypeOf(op.getResult())));
  op.getResult().replaceAllUsesWith(
      takeTurns(graph, window.getResult(), spreads, result));
  op.erase();
}

LogicalResult subpixelConvolutions(func::FuncOp function) {
  llvm::SmallVector<WindowOp> windows(
      function.getBody().front().getOps<WindowOp>());
  for (WindowOp op : windows)
    if (auto spreads = spreadsOf(op))
      split(op, *spreads);
  dropUnread(function);
  return success();
}

} // namespace tenon

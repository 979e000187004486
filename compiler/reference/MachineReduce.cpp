// SPDX-License-Identifier: Apache-2.0
// Reductions: loops around a block, and how its results are folded. Each lane
// folds its own elements in order, so nothing depends on how lanes are dealt.
#include "compiler/reference/Machine.h"
#include <cmath>

namespace tenon::reference {

namespace {

/// Whether `next` takes the place of `best` in an arg reduction. NaN is
/// greater and less than everything, and equal to itself.
template <ReduceKind kind, typename T> bool replaces(T next, T best) {
  constexpr bool last =
      kind == ReduceKind::ArgMaxLast || kind == ReduceKind::ArgMinLast;
  constexpr bool greatest =
      kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMaxLast;
  if constexpr (std::is_same_v<T, double>) {
    if (std::isnan(best))
      return last && std::isnan(next);
    if (std::isnan(next))
      return true;
  }
  if (last && next == best)
    return true;
  return greatest ? next > best : next < best;
}

/// One step of a fold over lanes.
struct Folding {
  void *result, *best;
  LaneValues next;
  const uint8_t *active;
  int lanes;
  int64_t iteration;
  bool isActive(int l) const { return !active || active[l]; }
};

template <typename T, typename Combine>
void foldValues(const Folding &fold, const T *next, Combine combine) {
  T *result = static_cast<T *>(fold.result);
  if (fold.active)
    for (int l = 0; l < fold.lanes; ++l)
      result[l] = fold.active[l]
                      ? combine(result[l], next[fold.next.uniform ? 0 : l])
                      : result[l];
  else if (fold.next.uniform)
    for (int l = 0; l < fold.lanes; ++l)
      result[l] = combine(result[l], *next);
  else
    for (int l = 0; l < fold.lanes; ++l)
      result[l] = combine(result[l], next[l]);
}

template <ReduceKind kind, typename T>
void foldArg(const Folding &fold, const T *next) {
  auto *result = static_cast<int64_t *>(fold.result);
  T *best = static_cast<T *>(fold.best);
  for (int l = 0; l < fold.lanes; ++l) {
    T value = next[fold.next.uniform ? 0 : l];
    // A result of -1: nothing was seen yet.
    if (!fold.isActive(l) ||
        (result[l] >= 0 && !replaces<kind>(value, best[l])))
      continue;
    result[l] = fold.iteration;
    best[l] = value;
  }
}

template <typename T>
void foldAs(ReduceKind kind, const Folding &fold, const T *next) {
  auto isNan = [](T value) {
    if constexpr (std::is_same_v<T, double>)
      return std::isnan(value);
    return false;
  };
  switch (kind) {
  case ReduceKind::Sum:
    return foldValues(fold, next, [](T a, T b) { return a + b; });
  case ReduceKind::Product:
    return foldValues(fold, next, [](T a, T b) { return a * b; });
  case ReduceKind::Max: // NaN stays and NaN enters
    return foldValues(fold, next,
                      [&](T a, T b) { return b > a || isNan(b) ? b : a; });
  case ReduceKind::Min:
    return foldValues(fold, next,
                      [&](T a, T b) { return b < a || isNan(b) ? b : a; });
  case ReduceKind::ArgMax:
    return foldArg<ReduceKind::ArgMax>(fold, next);
  case ReduceKind::ArgMin:
    return foldArg<ReduceKind::ArgMin>(fold, next);
  case ReduceKind::ArgMaxLast:
    return foldArg<ReduceKind::ArgMaxLast>(fold, next);
  case ReduceKind::ArgMinLast:
    return foldArg<ReduceKind::ArgMinLast>(fold, next);
  }
}

bool isSumOrProduct(ReduceKind kind) {
  return kind == ReduceKind::Sum || kind == ReduceKind::Product;
}

void fold(ReduceKind kind, ScalarType type, const Folding &fold) {
  if (type.isReal())
    return foldAs<double>(kind, fold, fold.next.reals);
  // Sums wrap, which is defined for unsigned integers only.
  if (isSumOrProduct(kind) || type.kind == ScalarKind::Unsigned)
    return foldAs<uint64_t>(
        kind, fold, reinterpret_cast<const uint64_t *>(fold.next.integers));
  return foldAs<int64_t>(kind, fold, fold.next.integers);
}

bool isArg(ReduceKind kind) { return kind >= ReduceKind::ArgMax; }

/// What the fold of nothing is.
double emptyReal(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Product:
    return 1;
  case ReduceKind::Max:
    return -INFINITY;
  case ReduceKind::Min:
    return INFINITY;
  default:
    return 0;
  }
}

int64_t emptyInteger(ReduceKind kind, ScalarType type) {
  switch (kind) {
  case ReduceKind::Product:
    return 1;
  case ReduceKind::Max:
    return type.least();
  case ReduceKind::Min:
    return type.greatest();
  default:
    return 0;
  }
}

} // namespace

void Machine::runFold(const Reduce &step, int64_t &iteration) {
  runBlock(step.body);
  if (stopped)
    return;
  fold(step.kind, step.type,
       {own<char>(step.result), own<char>(step.best),
        registers[step.bodyResult], active, lanes, iteration});
  ++iteration;
}

void Machine::runLoops(const Reduce &step, size_t depth, int64_t &iteration) {
  if (depth == step.loops.size())
    return runFold(step, iteration);
  const Reduce::Loop &loop = step.loops[depth];
  const Register extent = registers[loop.extent];
  const uint8_t *around = active;
  uint8_t left[kLanes];
  int64_t last = extent.uniform ? *extent.integers : extent.greatest;
  for (int64_t i = 0; i < last && !stopped; ++i) {
    setUniform(loop.variable, i);
    if (!extent.uniform) {
      for (int l = 0; l < lanes; ++l)
        left[l] = (!around || around[l]) && i < extent.integers[l];
      active = left;
    }
    runBlock(loop.setup);
    runLoops(step, depth + 1, iteration);
  }
  active = around;
}

void Machine::run(const Reduce &step) {
  bool isIndex = isArg(step.kind);
  auto *integers = own<int64_t>(step.result);
  auto *reals = own<double>(step.result);
  if (step.type.isReal() && !isIndex)
    std::fill(reals, reals + lanes, emptyReal(step.kind));
  else
    std::fill(integers, integers + lanes,
              isIndex ? -1 : emptyInteger(step.kind, step.type));
  int64_t iteration = 0;
  runLoops(step, 0, iteration);
  for (int l = 0; l < lanes; ++l)
    if (isIndex)
      integers[l] = std::max<int64_t>(integers[l], 0);
    else if (!step.type.isReal())
      integers[l] = step.type.wrap(integers[l]);
  registers[step.result].integers = integers;
  registers[step.result].uniform = false;
}

} // namespace tenon::reference

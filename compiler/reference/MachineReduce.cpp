// SPDX-License-Identifier: Apache-2.0
// Reductions: loops around a block, and how its results are folded. Each lane
// folds its own elements in order, so nothing depends on how lanes are dealt.
#include "compiler/reference/Machine.h"
#include "llvm/ADT/bit.h"
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
  const LaneMask *active;
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

/// sum += a * b for the active lanes.
void addProducts(double *sum, const LaneValues &a, const LaneValues &b,
                 const LaneMask *active, int lanes) {
  auto add = [&](auto left, auto right) {
    if (!active) {
      for (int l = 0; l < lanes; ++l)
        sum[l] += left(l) * right(l);
      return;
    }
    // Idle lanes add 0: the product's bits, masked.
    for (int l = 0; l < lanes; ++l) {
      auto bits = llvm::bit_cast<int64_t>(left(l) * right(l)) & active[l];
      sum[l] += llvm::bit_cast<double>(bits);
    }
  };
  auto lanesOf = [](const LaneValues &values) {
    return [from = values.reals](int l) { return from[l]; };
  };
  auto oneOf = [](const LaneValues &values) {
    return [value = *values.reals](int) { return value; };
  };
  if (a.uniform && b.uniform)
    add(oneOf(a), oneOf(b));
  else if (a.uniform)
    add(oneOf(a), lanesOf(b));
  else if (b.uniform)
    add(lanesOf(a), oneOf(b));
  else
    add(lanesOf(a), lanesOf(b));
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

} // namespace

void Machine::runFold(const Reduce &step, int64_t &iteration) {
  runCode(step.body);
  if (stopped)
    return;
  if (tracksErrors())
    addFoldErrors(step);
  if (step.factors)
    addProducts(own<double>(step.result), registers[step.factors->first],
                registers[step.factors->second], active, lanes);
  else
    fold(step.kind, step.type,
         {own<char>(step.result), own<char>(step.best),
          registers[step.bodyResult], active, lanes, iteration});
  ++iteration;
}

void Machine::runIteration(const Reduce &step, size_t depth,
                           int64_t &iteration) {
  const Reduce::Loop &loop = step.loops[depth];
  runCode(loop.setup);
  if (loop.bounds.empty())
    return runLoops(step, depth + 1, iteration);
  LaneMask inside[kLanes];
  Share share = markInside(loop.bounds, inside);
  if (share == Share::None)
    return;
  const LaneMask *around = active;
  if (share == Share::Some) {
    for (int l = 0; around && l < lanes; ++l)
      inside[l] &= around[l];
    active = inside;
  }
  runLoops(step, depth + 1, iteration);
  active = around;
}

void Machine::runLoops(const Reduce &step, size_t depth, int64_t &iteration) {
  if (depth == step.loops.size())
    return runFold(step, iteration);
  const Reduce::Loop &loop = step.loops[depth];
  const Register extent = registers[loop.extent];
  const LaneMask *around = active;
  LaneMask left[kLanes];
  int64_t last = extent.uniform ? *extent.integers : extent.greatest;
  for (int64_t i = 0; i < last && !stopped; ++i) {
    setUniform(loop.variable, i);
    if (!extent.uniform) {
      LaneMask any = 0;
      for (int l = 0; l < lanes; ++l) {
        left[l] = (around ? around[l] : -1) & -LaneMask(i < extent.integers[l]);
        any |= left[l];
      }
      if (!any)
        break; // extents only run out
      active = left;
    }
    runIteration(step, depth, iteration);
  }
  active = around;
}

void Machine::run(const Reduce &step) {
  bool isIndex = isArg(step.kind);
  auto *integers = own<int64_t>(step.result);
  Number empty = foldOfNothing(step.kind, step.type);
  if (step.type.isReal() && !isIndex)
    std::fill_n(own<double>(step.result), lanes, empty.real);
  else
    std::fill_n(integers, lanes, isIndex ? -1 : empty.integer);
  int64_t iteration = 0;
  if (tracksErrors())
    startFoldErrors(step);
  runLoops(step, 0, iteration);
  for (int l = 0; l < lanes; ++l)
    if (isIndex)
      integers[l] = std::max<int64_t>(integers[l], 0);
    else if (!step.type.isReal())
      integers[l] = step.type.wrap(integers[l]);
  registers[step.result].integers = integers;
  registers[step.result].uniform = false;
  if (tracksErrors())
    finishFoldErrors(step, iteration);
}

} // namespace tenon::reference

// SPDX-License-Identifier: Apache-2.0
// Sorts a tile's guards and proves them where its place is known.
#include "compiler/codegen/TileBounds.h"
#include "compiler/support/IndexStride.h"

namespace tenon {

TileBounds::TileBounds(KernelElements &elements, const SumOfProducts &sum,
                       const TileSchedule &schedule)
    : elements(elements), sum(sum), free(elements.builder()),
      rowName(sum.loops[schedule.rowLoop].name),
      spareRows(schedule.loops[schedule.rowLoop] - schedule.rows -
                schedule.margin) {
  clipsOf.resize(sum.reduce->variables.size());
  for (const IndexBound &bound : sum.bounds) {
    std::optional<size_t> level = onlyLevelOf(bound.value);
    bool clip = false;
    if (level && !free.dependsOn(bound.value, rowName)) {
      const std::string &name = sum.reduce->variables[*level].name;
      std::optional<int64_t> stride = stepAlong(bound.value, name).constant();
      clip = stride && *stride > 0;
      if (clip)
        clipsOf[*level].push_back({&bound, *stride});
    }
    if (!clip)
      others.push_back(&bound);
  }
}

/// The one variable of the sum that `value` depends on.
std::optional<size_t> TileBounds::onlyLevelOf(const IndexExpr &value) {
  std::optional<size_t> level;
  for (auto [i, variable] : llvm::enumerate(sum.reduce->variables))
    if (free.dependsOn(value, variable.name)) {
      if (level)
        return std::nullopt;
      level = i;
    }
  return level;
}

IndexExpr TileBounds::at(const IndexExpr &value, const IndexExpr &row,
                         const FixedTaps &taps) {
  return elements.builder().simplify(
      value.substitute([&](llvm::StringRef name) -> std::optional<IndexExpr> {
        if (name == rowName)
          return row;
        for (const auto &[tap, number] : taps)
          if (tap == name)
            return IndexExpr(number);
        return std::nullopt;
      }));
}

/// Whether `value` is proved not to be negative, with the help of the spare
/// rows: what remains without as many of them as a row is worth is less.
bool TileBounds::isNonNegative(const IndexExpr &value,
                               const IndexBound &bound) {
  auto ranges = [&](llvm::StringRef name) {
    return elements.builder().range(name);
  };
  if (value.isNonNegative(ranges))
    return true;
  if (spareRows.constant())
    return false;
  std::optional<int64_t> step = stepAlong(bound.value, rowName).constant();
  return step && *step > 0 &&
         elements.builder()
             .simplify(value - spareRows * *step)
             .isNonNegative(ranges);
}

Inside TileBounds::proved(const IndexBound &bound, const IndexExpr &row,
                          const FixedTaps &taps) {
  IndexExpr value = at(bound.value, row, taps);
  IndexExpr after = elements.builder().simplify(value - bound.bound);
  if (isNonNegative(IndexExpr(-1) - value, bound) ||
      isNonNegative(after, bound))
    return Inside::Never;
  if (isNonNegative(value, bound) &&
      isNonNegative(IndexExpr(-1) - after, bound))
    return Inside::Always;
  return Inside::Unknown;
}

bool TileBounds::holdInside(const TileRows &rows) {
  if (others.empty())
    return true;
  IndexVariable row = elements.builder().variable(rows.count);
  return llvm::all_of(others, [&](const IndexBound *bound) {
    return proved(*bound, rows.first + row.expr(), {}) == Inside::Always;
  });
}

Inside TileBounds::inside(const TileRows &rows, int64_t row,
                          const FixedTaps &taps) {
  Inside all = Inside::Always;
  for (const IndexBound *bound : others) {
    Inside one = proved(*bound, rows.first + row, taps);
    if (one == Inside::Never)
      return one;
    if (one == Inside::Unknown)
      all = one;
  }
  return all;
}

std::optional<uint64_t> TileBounds::tapLevels() {
  constexpr int64_t kMaxTaps = 16; // copies of what is inside
  constexpr size_t kMaxLevels = 64;
  uint64_t levels = 0;
  int64_t taps = 1;
  if (sum.reduce->variables.size() > kMaxLevels)
    return std::nullopt;
  for (auto [i, variable] : llvm::enumerate(sum.reduce->variables)) {
    bool used = llvm::any_of(others, [&](const IndexBound *bound) {
      return free.dependsOn(bound->value, variable.name);
    });
    if (!used)
      continue;
    std::optional<int64_t> extent = variable.extent.constant();
    if (!extent || *extent > kMaxTaps)
      return std::nullopt;
    taps *= *extent;
    levels |= uint64_t(1) << i;
  }
  if (taps > kMaxTaps)
    return std::nullopt;
  return levels;
}

bool TileBounds::decide(const TileRows &rows, size_t level, uint64_t levels,
                        FixedTaps &taps) {
  if (level == sum.reduce->variables.size()) {
    for (int64_t row = 0; row < rows.count; ++row)
      if (inside(rows, row, taps) == Inside::Unknown)
        return false;
    return true;
  }
  if (!(levels >> level & 1))
    return decide(rows, level + 1, levels, taps);
  const IndexVariable &variable = sum.reduce->variables[level];
  for (int64_t tap = 0; tap < *variable.extent.constant(); ++tap) {
    taps.push_back({variable.name, tap});
    bool known = decide(rows, level + 1, levels, taps);
    taps.pop_back();
    if (!known)
      return false;
  }
  return true;
}

bool TileBounds::isDecided(const TileRows &rows) {
  std::optional<uint64_t> levels = tapLevels();
  FixedTaps none;
  return levels && decide(rows, 0, *levels, none);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// What is known of a tile's guards (the borders of a padded image) before it
// runs. A guard that does not depend on the tile's rows shortens a loop of the
// sum; of the others a tile at a known place can often be proved to lie
// inside, or each of its rows and taps to lie inside or outside, so that
// nothing is asked while it runs.
#ifndef TENON_COMPILER_CODEGEN_TILEBOUNDS_H
#define TENON_COMPILER_CODEGEN_TILEBOUNDS_H

#include "compiler/codegen/SumOfProducts.h"

namespace tenon {

enum class Inside { Always, Never, Unknown };

/// Where a tile begins: row `first` of the row loop, an expression whose
/// variables the kernel's builder knows.
struct TileRows {
  IndexExpr first;
  int64_t count = 1;
};

/// Values that unrolled variables of the sum have at the moment.
using FixedTaps = llvm::SmallVector<std::pair<std::string, int64_t>>;

class TileBounds {
public:
  TileBounds(KernelElements &elements, const SumOfProducts &sum,
             const TileSchedule &schedule);

  /// Guards that shorten the loop over variable `level` of the sum: of
  /// 0 <= value < bound, where value grows by a constant with the variable.
  struct Clip {
    const IndexBound *bound;
    int64_t stride;
  };
  llvm::ArrayRef<Clip> clips(size_t level) const { return clipsOf[level]; }
  /// The other guards, in order.
  llvm::ArrayRef<const IndexBound *> rest() const { return others; }

  /// Whether all of `rest` hold for every row and tap of the tile.
  bool holdInside(const TileRows &rows);
  /// What is known of row `row` of the tile at these taps.
  Inside inside(const TileRows &rows, int64_t row, const FixedTaps &taps);
  /// Levels of the sum that `rest` depends on, as a mask; absent when they
  /// have too many taps, or of unknown number, to be told apart one by one.
  std::optional<uint64_t> tapLevels();
  /// Whether every row and tap of the tile is known to be inside or outside.
  bool isDecided(const TileRows &rows);

private:
  bool decide(const TileRows &rows, size_t level, uint64_t levels,
              FixedTaps &taps);
  IndexExpr at(const IndexExpr &value, const IndexExpr &row,
               const FixedTaps &taps);
  bool isNonNegative(const IndexExpr &value, const IndexBound &bound);
  Inside proved(const IndexBound &bound, const IndexExpr &row,
                const FixedTaps &taps);
  std::optional<size_t> onlyLevelOf(const IndexExpr &value);

  KernelElements &elements;
  const SumOfProducts &sum;
  FreeVariables free;
  std::string rowName;
  IndexExpr spareRows; // not negative where tiles run at all
  llvm::SmallVector<llvm::SmallVector<Clip>> clipsOf;
  llvm::SmallVector<const IndexBound *> others;
};

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_TILEBOUNDS_H

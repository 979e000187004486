// SPDX-License-Identifier: Apache-2.0
// Recognises a kernel whose heart is one sum of products, by its element
// alone: every matrix product and every convolution
//
//   f( sum over k... of [guard] x[...] * w[...] , other loads )
//
// One operand (the vector operand) runs along the result's last dimension in
// memory and is shared by the rows of a register tile. The other (the row
// operand) has one value per row, or, in a depthwise convolution, one vector:
// a tile takes several rows of it times several vectors.
#ifndef TENON_COMPILER_CODEGEN_SUMOFPRODUCTS_H
#define TENON_COMPILER_CODEGEN_SUMOFPRODUCTS_H

#include "compiler/ir/graph/FreeVariables.h"
#include "compiler/ir/graph/KernelElements.h"
#include "compiler/ir/graph/PanelColumns.h"
#include "compiler/ir/kernel/TargetFacts.h"

namespace tenon {

/// How a tile kernel walks its result. Loops are dimensions of the result, or
/// several joined; all but `rowLoop` and `laneLoop` are outer loops.
struct TileSchedule {
  Sizes loops;
  llvm::SmallVector<unsigned> loopOf; // loop of each result dimension
  unsigned rowLoop = 0, laneLoop = 0;
  /// A loop over groups of the lane loop's columns, which the result has side
  /// by side in the lane loop's dimension.
  std::optional<unsigned> groupLoop;
  int64_t rows = 1; // rows of the tile
  /// Rows beyond one tile's that must be there for tiles at all, where their
  /// number is unknown: with them the first tile's right border, and the last
  /// one's left border, are inside.
  int64_t margin = 0;
  int64_t vectors = 1; // vectors of the tile
  int64_t lanes = 1;   // elements of a vector
  /// Result columns come in panels of this many, in which the vector operand
  /// may be packed; a multiple of `lanes`.
  int64_t panel = 1;
  /// All columns of some rows before the next rows.
  bool columnsFirst = false;
  std::string reason;
};

/// The parts of the element, over the variables of a nest.
struct SumOfProducts {
  Element root = nullptr;   // the result's element
  Element reduce = nullptr; // the sum inside it
  Element rowLoad = nullptr, vectorLoad = nullptr;
  bool rowOnLanes = false; // the row operand runs along the lanes too
  llvm::SmallVector<IndexBound> bounds; // where the product counts
  // The variables: one per loop; of the lane loop instead panel, part of the
  // panel, lane.
  llvm::SmallVector<IndexVariable> loops;
  IndexVariable panel, part, lane;
  llvm::SmallVector<IndexExpr> index; // of the result

  /// `expr` with every summed variable at its first value.
  IndexExpr atFirstTap(const IndexExpr &expr) const;
};

/// Takes the element apart along `schedule`; absent when it does not fit.
std::optional<SumOfProducts> takeApart(KernelElements &elements,
                                       const TileSchedule &schedule);

/// Chooses a tile schedule; absent when the kernel is no such sum or a tile
/// would not pay.
std::optional<TileSchedule> chooseTileSchedule(KernelElements &elements,
                                               const TargetFacts &facts);

/// Units of the parallel range: outer loops x column tiles x row tiles.
IndexExpr tileExtent(const TileSchedule &schedule);
/// Row tiles: whole tiles, the last one moved back over the one before, or
/// single rows where there are fewer than one tile and its margin have.
IndexExpr rowTiles(const TileSchedule &schedule);
IndexExpr columnTiles(const TileSchedule &schedule);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_SUMOFPRODUCTS_H

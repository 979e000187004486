// SPDX-License-Identifier: Apache-2.0
// Emits the sum of one register tile: accumulators live in loop-carried
// values, so that they stay in registers (one value each, nothing indexed).
// Per step one load of each vector of the shared operand and, per row, one
// broadcast of the row's operand, or one load where that runs along the lanes.
#ifndef TENON_COMPILER_CODEGEN_TILESUM_H
#define TENON_COMPILER_CODEGEN_TILESUM_H

#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/TileBounds.h"

namespace tenon {

/// How a tile deals with the guards that TileBounds left.
enum class TileGuards {
  None,    ///< all hold
  Decided, ///< known for each row and tap, which are unrolled
  Checked, ///< asked for each row and tap
};

/// One tile; its row, panel and part variables are bound to its first row and
/// first vector.
struct Tile {
  TileRows rows;
  int64_t vectors = 1;
  llvm::SmallVector<mlir::Value> masks; ///< Per vector; null: all lanes on.
  TileGuards guards = TileGuards::None;
};

class TileSum {
public:
  TileSum(ElementEmitter &emitter, const SumOfProducts &sum,
          const TileSchedule &schedule, TileBounds &bounds);

  /// The accumulators, row by row.
  llvm::SmallVector<mlir::Value> emit(const Tile &tile);

private:
  using Values = llvm::SmallVector<mlir::Value>;

  /// Where the loops of the sum are.
  struct At {
    mlir::Value row, vector; // offsets from the tile's first elements
    FixedTaps taps;
    llvm::SmallVector<bool> active; // rows that are not known to be outside
    Values inside;                  // per row; empty: nothing is asked
  };

  Values emitLevel(size_t level, Values sums, At at);
  Values emitTaps(size_t level, Values sums, At at);
  Values emitLoop(size_t level, Values sums, const At &at);
  Values emitStep(Values sums, const At &at);
  mlir::Value emitRowOperand(int64_t row, int64_t vector, const At &at);
  At advance(size_t level, At at, mlir::Value tap);
  mlir::Value clipLow(size_t level);
  mlir::Value clipHigh(size_t level, mlir::Value end);
  mlir::Value insideAt(int64_t row);
  bool isUnrolled(size_t level);
  void setBases();
  Values basesOf(const IndexExpr &offset);

  std::string rowName() const { return sum.loops[schedule.rowLoop].name; }
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value multiply(mlir::Value a, const IndexExpr &b);
  IndexExpr strideOf(const IndexExpr &offset, llvm::StringRef variable) {
    return *emitter.strideAlong(offset, variable);
  }

  ElementEmitter &emitter;
  const SumOfProducts &sum;
  const TileSchedule &schedule;
  TileBounds &bounds;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  IndexExpr rowOffset, vectorOffset;
  // Of the tile being emitted.
  const Tile *tile = nullptr;
  uint64_t decidedLevels = 0;
  size_t checkedLevel = 0;         // the level after which guards are asked
  mlir::Value rowBase, vectorBase; // offsets at its first row and vector
  Values rowSteps, vectorSteps;    // from there to each row and vector
  Values laneSteps; // from a row's first vector to each of its vectors
};

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_TILESUM_H

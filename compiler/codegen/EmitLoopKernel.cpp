// SPDX-License-Identifier: Apache-2.0
// Turns a loop schedule into loops: units, then the last loop in vectors, then
// its masked rest.
#include "compiler/codegen/EmitLoopKernel.h"
#include "compiler/codegen/EmitAcrossKernel.h"
#include "compiler/codegen/RowReuse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tenon {

namespace {

class LoopKernel {
public:
  LoopKernel(ElementEmitter &emitter, KernelElements &elements,
             const LoopSchedule &schedule)
      : emitter(emitter), elements(elements), schedule(schedule),
        builder(emitter.mlirBuilder()), loc(emitter.location()) {
    KernelOp kernel = elements.kernel();
    for (LoopNest &nest : makeLoopNests(elements, schedule)) {
      Piece &piece = pieces.emplace_back();
      for (unsigned i = 0; i < kernel.getNumResults(); ++i)
        piece.results.push_back(elements.at(kernel.getYielded(i), nest.index));
      piece.nest = std::move(nest);
    }
    keepRow();
  }

  void emit(Value begin, Value end);

private:
  /// The last loop between two cuts.
  struct Piece {
    LoopNest nest;
    llvm::SmallVector<Element> results;
    const IndexVariable &last() const { return nest.variables.back(); }
  };

  void keepRow();
  void emitUnit(Value unit);
  void bindOuter(Value unit, size_t count);
  void emitShortRows(Value unit, Value from, Value to);
  void emitRow(Value from, Value to);
  bool fillsVectors(const Piece &piece);
  void emitPiece(const Piece &piece, Value from, Value to);
  void emitAt(const Piece &piece, Value at, std::optional<Lanes> lanes);

  ElementEmitter &emitter;
  KernelElements &elements;
  const LoopSchedule &schedule;
  std::vector<Piece> pieces;
  std::optional<RowReuse> reuse;
  Element keptLoad = nullptr; // the kept element, in the result's row
  OpBuilder &builder;
  Location loc;
};

/// Lets a reduction leave what it computes for the last pass, where a unit is
/// a whole row.
void LoopKernel::keepRow() {
  KernelOp kernel = elements.kernel();
  if (schedule.block || pieces.size() != 1 || kernel.getNumResults() != 1)
    return;
  const Piece &piece = pieces.front();
  reuse = findRowReuse(elements, piece.nest, piece.results[0]);
  if (!reuse)
    return;
  Value result = kernel.getResult(0);
  emitter.keepElement(reuse->first, result, reuse->at);
  keptLoad = elements.builder().load(result, piece.nest.index);
}

void LoopKernel::emitAt(const Piece &piece, Value at,
                        std::optional<Lanes> lanes) {
  emitter.bindVariable(piece.last().name, at);
  emitter.setLanes(lanes);
  emitter.pushScope();
  if (reuse)
    emitter.bindElement(reuse->again, emitter.emit(keptLoad));
  KernelOp kernel = elements.kernel();
  for (auto [i, result] : llvm::enumerate(piece.results))
    emitter.store(kernel.getResult(i), piece.nest.index, emitter.emit(result));
  emitter.popScope();
  emitter.setLanes(std::nullopt);
}

/// Whether every part of the piece that one unit does is whole vectors.
bool LoopKernel::fillsVectors(const Piece &piece) {
  std::optional<int64_t> size = piece.last().extent.constant();
  std::optional<int64_t> all = schedule.loops.back().constant();
  bool undivided = !schedule.block || (all && *all <= schedule.block);
  return size && *size % schedule.lanes == 0 &&
         (undivided ||
          (pieces.size() == 1 && schedule.block % schedule.lanes == 0));
}

/// The piece's elements [from, to), counted from its beginning.
void LoopKernel::emitPiece(const Piece &piece, Value from, Value to) {
  int64_t count = schedule.lanes;
  auto at = [&](std::optional<Lanes> lanes) {
    return [&, lanes](Value position, ValueRange) {
      emitAt(piece, position, lanes);
      return llvm::SmallVector<Value>{};
    };
  };
  if (count == 1) {
    emitter.loop(from, to, 1, {}, at(std::nullopt));
    return;
  }
  Value size = emitter.constantIndex(count);
  Value span = builder.create<arith::SubIOp>(loc, to, from);
  Value whole = builder.create<arith::DivUIOp>(loc, span, size);
  whole = builder.create<arith::MulIOp>(loc, whole, size);
  Value middle = builder.create<arith::AddIOp>(loc, from, whole);
  emitter.loop(from, middle, count, {},
               at(Lanes{piece.last().name, count, {}, false}));
  if (fillsVectors(piece))
    return;
  emitter.loop(middle, to, count, {}, [&](Value position, ValueRange) {
    Value rest = builder.create<arith::SubIOp>(loc, to, position);
    auto type = VectorType::get({count}, builder.getI1Type());
    Value mask =
        builder.create<vector::CreateMaskOp>(loc, type, ValueRange{rest});
    emitAt(piece, position, Lanes{piece.last().name, count, mask, false});
    return llvm::SmallVector<Value>{};
  });
}

/// Binds the first `count` variables, which `unit` counts in row-major order.
void LoopKernel::bindOuter(Value unit, size_t count) {
  const LoopNest &nest = pieces.front().nest;
  Value rest = unit;
  for (size_t i = count; i-- > 0;) {
    Value extent = emitter.emitIndex(nest.variables[i].extent);
    Value position =
        i == 0 ? rest
               : builder.create<arith::RemUIOp>(loc, rest, extent).getResult();
    emitter.bindVariable(nest.variables[i].name, position);
    if (i > 0)
      rest = builder.create<arith::DivUIOp>(loc, rest, extent);
  }
}

void LoopKernel::emitUnit(Value unit) {
  // unit = (outer loops, row-major) * blocks + block; of short rows there is
  // one block, and the innermost outer loop counts by unitRows.
  const IndexExpr &extent = schedule.loops.back();
  Value inner = emitter.emitIndex(extent);
  Value from = emitter.constantIndex(0), to = inner, rest = unit;
  if (schedule.block) {
    Value blockSize = emitter.constantIndex(schedule.block);
    Value blocks =
        emitter.emitIndex(IndexExpr::ceilDiv(extent, schedule.block));
    Value block = builder.create<arith::RemUIOp>(loc, unit, blocks);
    rest = builder.create<arith::DivUIOp>(loc, unit, blocks);
    from = builder.create<arith::MulIOp>(loc, block, blockSize);
    to = builder.create<arith::AddIOp>(loc, from, blockSize);
    to = builder.create<arith::MinSIOp>(loc, to, inner);
  }
  if (schedule.unitRows > 1)
    return emitShortRows(rest, from, to);
  bindOuter(rest, schedule.loops.size() - 1);
  emitRow(from, to);
}

/// Several turns of the loop before the last, all of the last one in each.
void LoopKernel::emitShortRows(Value unit, Value from, Value to) {
  size_t number = schedule.loops.size() - 2;
  const IndexVariable &row = pieces.front().nest.variables[number];
  Value blocks =
      emitter.emitIndex(IndexExpr::ceilDiv(row.extent, schedule.unitRows));
  Value rows = emitter.constantIndex(schedule.unitRows);
  Value block = builder.create<arith::RemUIOp>(loc, unit, blocks);
  bindOuter(builder.create<arith::DivUIOp>(loc, unit, blocks), number);
  Value first = builder.create<arith::MulIOp>(loc, block, rows);
  Value end = builder.create<arith::AddIOp>(loc, first, rows);
  end = builder.create<arith::MinSIOp>(loc, end, emitter.emitIndex(row.extent));
  emitter.loop(first, end, 1, {}, [&](Value at, ValueRange) {
    emitter.bindVariable(row.name, at);
    emitRow(from, to);
    return llvm::SmallVector<Value>{};
  });
}

/// The last loop's elements [from, to), all other variables bound.
void LoopKernel::emitRow(Value from, Value to) {
  for (const Piece &piece : pieces)
    for (Element result : piece.results)
      emitter.hoistReductions(result);
  if (pieces.size() == 1)
    return emitPiece(pieces.front(), from, to);
  for (const Piece &piece : pieces) {
    emitter.pushScope();
    Value begin = emitter.emitIndex(piece.nest.begin);
    Value zero = emitter.constantIndex(0);
    Value low = builder.create<arith::SubIOp>(loc, from, begin);
    Value high = builder.create<arith::SubIOp>(loc, to, begin);
    low = builder.create<arith::MaxSIOp>(loc, low, zero);
    high = builder.create<arith::MinSIOp>(
        loc, high, emitter.emitIndex(piece.last().extent));
    high = builder.create<arith::MaxSIOp>(loc, high, low);
    emitPiece(piece, low, high);
    emitter.popScope();
  }
}

void LoopKernel::emit(Value begin, Value end) {
  emitter.loop(begin, end, 1, {}, [&](Value unit, ValueRange) {
    emitUnit(unit);
    return llvm::SmallVector<Value>{};
  });
}

} // namespace

void emitLoopKernel(ElementEmitter &emitter, KernelElements &elements,
                    const LoopSchedule &schedule, Value begin, Value end) {
  if (schedule.across)
    return emitAcrossKernel(emitter, elements, schedule, begin, end);
  LoopKernel(emitter, elements, schedule).emit(begin, end);
}

} // namespace tenon

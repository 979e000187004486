// SPDX-License-Identifier: Apache-2.0
// The register tile's kernel: which tile a unit of the parallel range is, how
// much of it lies inside the result, and what becomes of its sums.
//
// Tiles at the first and the last place of a row are copies of their own where
// an image has borders: what a border cuts off is known there.
#include "compiler/codegen/EmitTileKernel.h"
#include "compiler/codegen/TileSum.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tenon {

namespace {

class TileKernel {
public:
  TileKernel(ElementEmitter &emitter, KernelElements &elements,
             const TileSchedule &schedule)
      : emitter(emitter), elements(elements), schedule(schedule),
        sum(*takeApart(elements, schedule)), bounds(elements, sum, schedule),
        tileSum(emitter, sum, schedule, bounds), builder(emitter.mlirBuilder()),
        loc(emitter.location()) {}

  void emit(Value begin, Value end);

private:
  using Values = llvm::SmallVector<Value>;
  using Emit = llvm::function_ref<void()>;

  /// Vectors of a tile; `whole` when all their lanes are inside the result.
  struct Columns {
    Value firstVector;
    int64_t vectors = 1;
    bool whole = true;
  };

  void emitUnit(Value unit);
  void emitColumns(Value columnTile, Value rowTile);
  void emitRows(const Columns &columns, Value rowTile);
  void emitManyRows(const Columns &columns, Value rowTile);
  void emitMiddle(const Columns &columns, Value rowTile);
  void emitPlaced(const Columns &columns, const TileRows &rows);
  void emitTile(const Columns &columns, const TileRows &rows,
                TileGuards guards);
  void emitResults(llvm::ArrayRef<Value> sums, const Tile &tile,
                   Value firstVector);
  Value insideEverywhere(const TileRows &rows);
  Value maskOf(const Columns &columns, int64_t vector);
  void bindVector(Value vector);
  void either(Value condition, Emit yes, Emit no);

  std::string rowName() const { return sum.loops[schedule.rowLoop].name; }
  const IndexExpr &rowCount() const { return schedule.loops[schedule.rowLoop]; }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return builder.create<arith::CmpIOp>(loc, predicate, a, b);
  }
  Value add(Value a, Value b) {
    return builder.create<arith::AddIOp>(loc, a, b);
  }
  Value subtract(Value a, Value b) {
    return builder.create<arith::SubIOp>(loc, a, b);
  }
  Value multiply(Value a, int64_t b) {
    return builder.create<arith::MulIOp>(loc, a, emitter.constantIndex(b));
  }

  ElementEmitter &emitter;
  KernelElements &elements;
  const TileSchedule &schedule;
  SumOfProducts sum;
  TileBounds bounds;
  TileSum tileSum;
  OpBuilder &builder;
  Location loc;
};

void TileKernel::either(Value condition, Emit yes, Emit no) {
  auto branch = builder.create<scf::IfOp>(loc, condition, true);
  OpBuilder::InsertionGuard restore(builder);
  for (bool first : {true, false}) {
    builder.setInsertionPointToStart(first ? branch.thenBlock()
                                           : branch.elseBlock());
    emitter.pushScope();
    first ? yes() : no();
    emitter.popScope();
  }
}

/// True when the whole tile lies inside for every tap: each guard's value at
/// the first row and tap is not negative, at the last ones below the bound.
Value TileKernel::insideEverywhere(const TileRows &rows) {
  Value inside;
  auto both = [&](Value condition) {
    inside =
        inside
            ? builder.create<arith::AndIOp>(loc, inside, condition).getResult()
            : condition;
  };
  Value zero = emitter.constantIndex(0);
  for (const IndexBound *bound : bounds.rest()) {
    Value low = emitter.emitIndex(sum.atFirstTap(bound->value)), high = low;
    auto span = [&](llvm::StringRef name, const IndexExpr &extent) {
      IndexExpr stride = *emitter.strideAlong(bound->value, name);
      if (stride.isConstant(0))
        return;
      Value reach = emitter.emitIndex(stride * (extent - 1));
      low = add(low, builder.create<arith::MinSIOp>(loc, reach, zero));
      high = add(high, builder.create<arith::MaxSIOp>(loc, reach, zero));
    };
    span(rowName(), IndexExpr(rows.count));
    for (const IndexVariable &variable : sum.reduce->variables)
      span(variable.name, variable.extent);
    both(compare(arith::CmpIPredicate::sge, low, zero));
    both(compare(arith::CmpIPredicate::slt, high,
                 emitter.emitIndex(bound->bound)));
  }
  return inside;
}

void TileKernel::bindVector(Value vector) {
  Value parts = emitter.constantIndex(schedule.panel / schedule.lanes);
  emitter.bindVariable(sum.panel.name,
                       builder.create<arith::DivUIOp>(loc, vector, parts));
  emitter.bindVariable(sum.part.name,
                       builder.create<arith::RemUIOp>(loc, vector, parts));
  emitter.bindVariable(sum.lane.name, emitter.constantIndex(0));
}

/// Lanes of a tile's vector that are inside the result; null where all are.
Value TileKernel::maskOf(const Columns &columns, int64_t vector) {
  const IndexExpr &count = schedule.loops[schedule.laneLoop];
  // Of a known number of columns only the last vector can hang over.
  bool last = !count.constant() || vector + 1 == columns.vectors;
  if (columns.whole || !last)
    return {};
  Value first = multiply(
      add(columns.firstVector, emitter.constantIndex(vector)), schedule.lanes);
  Value rest = subtract(emitter.emitIndex(count), first);
  auto type = VectorType::get({schedule.lanes}, builder.getI1Type());
  return builder.create<vector::CreateMaskOp>(loc, type, ValueRange{rest});
}

void TileKernel::emitResults(llvm::ArrayRef<Value> sums, const Tile &tile,
                             Value firstVector) {
  Value result = elements.kernel().getResult(0);
  bool uncertain = !schedule.loops[schedule.laneLoop].constant();
  Value firstRow = emitter.emitIndex(tile.rows.first);
  for (int64_t r = 0; r < tile.rows.count; ++r)
    for (int64_t v = 0; v < tile.vectors; ++v) {
      emitter.pushScope();
      emitter.bindVariable(rowName(), add(firstRow, emitter.constantIndex(r)));
      bindVector(add(firstVector, emitter.constantIndex(v)));
      emitter.setLanes(Lanes{sum.lane.name, schedule.lanes, tile.masks[v],
                             tile.masks[v] && uncertain});
      emitter.bindElement(sum.reduce, sums[r * tile.vectors + v]);
      emitter.store(result, sum.index, emitter.emitVector(sum.root));
      emitter.setLanes(std::nullopt);
      emitter.popScope();
    }
}

void TileKernel::emitTile(const Columns &columns, const TileRows &rows,
                          TileGuards guards) {
  emitter.pushScope();
  emitter.bindVariable(rowName(), emitter.emitIndex(rows.first));
  bindVector(columns.firstVector);
  Tile tile{rows, columns.vectors, {}, guards};
  for (int64_t v = 0; v < columns.vectors; ++v)
    tile.masks.push_back(maskOf(columns, v));
  emitResults(tileSum.emit(tile), tile, columns.firstVector);
  emitter.popScope();
}

/// A tile at a known place: with its guards proved, decided, or asked.
void TileKernel::emitPlaced(const Columns &columns, const TileRows &rows) {
  if (bounds.holdInside(rows))
    return emitTile(columns, rows, TileGuards::None);
  if (bounds.isDecided(rows))
    return emitTile(columns, rows, TileGuards::Decided);
  emitter.pushScope();
  emitter.bindVariable(rowName(), emitter.emitIndex(rows.first));
  either(
      insideEverywhere(rows),
      [&] { emitTile(columns, rows, TileGuards::None); },
      [&] { emitTile(columns, rows, TileGuards::Checked); });
  emitter.popScope();
}

/// A tile that is neither the first nor the last.
void TileKernel::emitMiddle(const Columns &columns, Value rowTile) {
  // Tile number 1 + middle.
  IndexExpr between =
      IndexExpr::ceilDiv(rowCount(), schedule.rows) - IndexExpr(2);
  IndexVariable middle = elements.builder().variable(between);
  emitter.bindVariable(middle.name,
                       subtract(rowTile, emitter.constantIndex(1)));
  emitPlaced(columns, {(middle.expr() + 1) * schedule.rows, schedule.rows});
}

/// Whole tiles of at least one tile's rows, the last one moved back over rows
/// already done.
void TileKernel::emitManyRows(const Columns &columns, Value rowTile) {
  IndexExpr lastFirst = rowCount() - schedule.rows;
  if (bounds.rest().empty()) {
    IndexVariable any = elements.builder().variable(lastFirst + 1);
    Value first = builder.create<arith::MinSIOp>(
        loc, multiply(rowTile, schedule.rows), emitter.emitIndex(lastFirst));
    emitter.bindVariable(any.name, first);
    return emitTile(columns, {any.expr(), schedule.rows}, TileGuards::None);
  }
  std::optional<int64_t> known = rowCount().constant();
  Value start = emitter.constantIndex(0);
  auto last = [&] { emitPlaced(columns, {lastFirst, schedule.rows}); };
  auto lastOrMiddle = [&] {
    if (known && *known <= 2 * schedule.rows)
      return last();
    Value end = add(multiply(rowTile, schedule.rows),
                    emitter.constantIndex(schedule.rows));
    either(
        compare(arith::CmpIPredicate::sge, end, emitter.emitIndex(rowCount())),
        last, [&] { emitMiddle(columns, rowTile); });
  };
  if (known && *known == schedule.rows)
    return emitPlaced(columns, {IndexExpr(0), schedule.rows});
  either(
      compare(arith::CmpIPredicate::eq, rowTile, start),
      [&] { emitPlaced(columns, {IndexExpr(0), schedule.rows}); },
      lastOrMiddle);
}

/// Fewer rows than a tile and its margin have, where that can be, go one by
/// one.
void TileKernel::emitRows(const Columns &columns, Value rowTile) {
  if (rowCount().constant())
    return emitManyRows(columns, rowTile);
  Value enough =
      compare(arith::CmpIPredicate::sge, emitter.emitIndex(rowCount()),
              emitter.constantIndex(schedule.rows + schedule.margin));
  either(
      enough, [&] { emitManyRows(columns, rowTile); },
      [&] {
        IndexVariable row = elements.builder().variable(rowCount());
        emitter.bindVariable(row.name, rowTile);
        emitTile(columns, {row.expr(), 1},
                 bounds.rest().empty() ? TileGuards::None
                                       : TileGuards::Checked);
      });
}

/// Column tiles of `vectors` vectors, then what is left of the columns.
void TileKernel::emitColumns(Value columnTile, Value rowTile) {
  Columns columns{multiply(columnTile, schedule.vectors), schedule.vectors};
  std::optional<int64_t> known = schedule.loops[schedule.laneLoop].constant();
  int64_t step = schedule.vectors * schedule.lanes;
  if (known && *known % step == 0)
    return emitRows(columns, rowTile);
  Columns rest = columns;
  rest.whole = false;
  if (known) {
    rest.vectors = (*known % step + schedule.lanes - 1) / schedule.lanes;
    rest.whole = *known % schedule.lanes == 0;
    if (*known < step)
      return emitRows(rest, rowTile);
  }
  Value count = emitter.emitIndex(schedule.loops[schedule.laneLoop]);
  Value end = multiply(add(columnTile, emitter.constantIndex(1)), step);
  either(
      compare(arith::CmpIPredicate::sle, end, count),
      [&] { emitRows(columns, rowTile); }, [&] { emitRows(rest, rowTile); });
}

void TileKernel::emitUnit(Value unit) {
  // What the unit number counts, fastest first. Where the shared operand fits
  // a cache, all columns of some rows come first, which reads the rows once;
  // else a panel of it is used by all rows before the next.
  FreeVariables &free = emitter.freeVariables();
  Value rest = unit, columnTile, rowTile;
  auto take = [&](const IndexExpr &extent) -> Value {
    Value size = emitter.emitIndex(extent);
    Value position = builder.create<arith::RemUIOp>(loc, rest, size);
    rest = builder.create<arith::DivUIOp>(loc, rest, size);
    return position;
  };
  auto takeOuter = [&](bool movesVectors) {
    for (unsigned i = schedule.loops.size(); i-- > 0;) {
      const std::string &name = sum.loops[i].name;
      if (i != schedule.rowLoop && i != schedule.laneLoop &&
          free.dependsOn(sum.vectorLoad, name) == movesVectors)
        emitter.bindVariable(name, take(schedule.loops[i]));
    }
  };
  if (schedule.columnsFirst)
    columnTile = take(columnTiles(schedule));
  rowTile = take(rowTiles(schedule));
  takeOuter(/*movesVectors=*/false);
  if (!schedule.columnsFirst)
    columnTile = take(columnTiles(schedule));
  takeOuter(/*movesVectors=*/true);
  emitColumns(columnTile, rowTile);
}

void TileKernel::emit(Value begin, Value end) {
  emitter.loop(begin, end, 1, {}, [&](Value unit, ValueRange) {
    emitUnit(unit);
    return Values{};
  });
}

} // namespace

void emitTileKernel(ElementEmitter &emitter, KernelElements &elements,
                    const TileSchedule &schedule, Value begin, Value end) {
  TileKernel(emitter, elements, schedule).emit(begin, end);
}

} // namespace tenon

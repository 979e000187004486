// SPDX-License-Identifier: Apache-2.0
// The register tile: accumulators live in loop-carried values, so that they
// stay in registers (one value each, nothing indexed); per step one load of
// each vector and one broadcast per row. Where a tile touches a border, a
// second copy of the loops reads zeros instead of what lies outside.
#include "compiler/codegen/EmitTileKernel.h"
#include "compiler/codegen/EmitScalarFn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
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
        sum(*takeApart(elements, schedule)), builder(emitter.mlirBuilder()),
        loc(emitter.location()),
        scalarOffset(emitter.linearOffset(sum.scalarLoad->tensor,
                                          sum.scalarLoad->indices)),
        vectorOffset(emitter.linearOffset(sum.vectorLoad->tensor,
                                          sum.vectorLoad->indices)) {}

  void emit(Value begin, Value end);

private:
  using Values = llvm::SmallVector<Value>;

  void emitUnit(Value unit);
  void emitColumns(Value columnTile, Value rowTile);
  void emitRows(Value firstVector, int64_t vectors, Value rowTile);
  void emitTile(Value firstVector, int64_t vectors, Value firstRow,
                int64_t rows);
  Values emitSum(int64_t rows, int64_t vectors, bool checked);
  Values emitLevel(size_t level, Values sums, Value scalarAt, Value vectorAt,
                   int64_t rows, int64_t vectors, bool checked);
  Values emitStep(Values sums, Value scalarAt, Value vectorAt, int64_t rows,
                  int64_t vectors, bool checked);
  Value insideEverywhere(int64_t rows);
  Value insideAt(int64_t row);
  void emitResults(llvm::ArrayRef<Value> sums, int64_t rows, int64_t vectors);
  Value maskOf(int64_t vector, int64_t vectors);

  std::string rowName() const { return sum.loops[schedule.rowLoop].name; }
  Value add(Value a, Value b) {
    return builder.create<arith::AddIOp>(loc, a, b);
  }
  Value multiply(Value a, int64_t b) {
    return builder.create<arith::MulIOp>(loc, a, emitter.constantIndex(b));
  }
  Value strideOf(const IndexExpr &offset, llvm::StringRef variable) {
    return emitter.emitIndex(*emitter.strideAlong(offset, variable));
  }
  IndexExpr atZero(const IndexExpr &expr);

  ElementEmitter &emitter;
  KernelElements &elements;
  const TileSchedule &schedule;
  SumOfProducts sum;
  OpBuilder &builder;
  Location loc;
  IndexExpr scalarOffset, vectorOffset;
  // Of the tile being emitted.
  Value firstRowValue, firstVectorValue;
  Values scalarBases, vectorBases, masks;
};

/// `expr` with every summed variable at its first value.
IndexExpr TileKernel::atZero(const IndexExpr &expr) {
  return expr.substitute([&](llvm::StringRef name) -> std::optional<IndexExpr> {
    for (const IndexVariable &variable : sum.reduce->variables)
      if (variable.name == name)
        return IndexExpr(0);
    return std::nullopt;
  });
}

/// True when the whole tile lies inside for every tap: each bound's value at
/// the first row and tap is not negative, at the last ones below the bound.
Value TileKernel::insideEverywhere(int64_t rows) {
  Value inside;
  auto both = [&](Value condition) {
    inside =
        inside
            ? builder.create<arith::AndIOp>(loc, inside, condition).getResult()
            : condition;
  };
  Value zero = emitter.constantIndex(0);
  for (const IndexBound &bound : sum.bounds) {
    Value low = emitter.emitIndex(atZero(bound.value)), high = low;
    auto span = [&](llvm::StringRef name, const IndexExpr &extent) {
      std::optional<IndexExpr> stride = emitter.strideAlong(bound.value, name);
      if (!stride || stride->isConstant(0))
        return;
      Value reach = emitter.emitIndex(*stride * (extent - 1));
      low = add(low, builder.create<arith::MinSIOp>(loc, reach, zero));
      high = add(high, builder.create<arith::MaxSIOp>(loc, reach, zero));
    };
    span(rowName(), IndexExpr(rows));
    for (const IndexVariable &variable : sum.reduce->variables)
      span(variable.name, variable.extent);
    both(builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge, low,
                                       zero));
    both(builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, high,
                                       emitter.emitIndex(bound.bound)));
  }
  return inside;
}

/// Whether row `row` of the tile is inside at the current taps.
Value TileKernel::insideAt(int64_t row) {
  Value inside;
  for (const IndexBound &bound : sum.bounds) {
    Value value = emitter.emitIndex(bound.value);
    std::optional<IndexExpr> stride =
        emitter.strideAlong(bound.value, rowName());
    if (stride && !stride->isConstant(0) && row > 0)
      value = add(value, emitter.emitIndex(*stride * row));
    Value one = builder.create<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ult, value, emitter.emitIndex(bound.bound));
    inside = inside
                 ? builder.create<arith::AndIOp>(loc, inside, one).getResult()
                 : one;
  }
  return inside;
}

TileKernel::Values TileKernel::emitStep(Values sums, Value scalarAt,
                                        Value vectorAt, int64_t rows,
                                        int64_t vectors, bool checked) {
  Type type = sum.reduce->type;
  Type scalarType = kernelType(builder.getContext(), type);
  auto vectorType = VectorType::get({schedule.lanes}, scalarType);
  Values columns;
  for (int64_t v = 0; v < vectors; ++v) {
    emitter.setLanes(Lanes{sum.lane.name, schedule.lanes, masks[v], false});
    Value loaded = emitter.loadVector(sum.vectorLoad->tensor,
                                      add(vectorBases[v], vectorAt));
    columns.push_back(
        emitCast(builder, loc, loaded, sum.vectorLoad->type, type));
  }
  emitter.setLanes(std::nullopt);
  for (int64_t r = 0; r < rows; ++r) {
    Value offset = add(scalarBases[r], scalarAt);
    Value inside = checked ? insideAt(r) : Value();
    if (inside)
      offset = builder.create<arith::SelectOp>(loc, inside, offset,
                                               emitter.constantIndex(0));
    Value loaded = emitter.loadScalar(sum.scalarLoad->tensor, offset);
    loaded = emitCast(builder, loc, loaded, sum.scalarLoad->type, type);
    if (inside)
      loaded = builder.create<arith::SelectOp>(
          loc, inside, loaded, emitLiteral(builder, loc, scalarType, 0));
    Value row = builder.create<vector::BroadcastOp>(loc, vectorType, loaded);
    for (int64_t v = 0; v < vectors; ++v) {
      Value &total = sums[r * vectors + v];
      total = builder.create<math::FmaOp>(loc, row, columns[v], total);
    }
  }
  return sums;
}

/// The loop over summed variable `level` and those inside it.
TileKernel::Values TileKernel::emitLevel(size_t level, Values sums,
                                         Value scalarAt, Value vectorAt,
                                         int64_t rows, int64_t vectors,
                                         bool checked) {
  if (level == sum.reduce->variables.size())
    return emitStep(std::move(sums), scalarAt, vectorAt, rows, vectors,
                    checked);
  const IndexVariable &over = sum.reduce->variables[level];
  Value scalarStride = strideOf(scalarOffset, over.name);
  Value vectorStride = strideOf(vectorOffset, over.name);
  return emitter.loop(
      emitter.constantIndex(0), emitter.emitIndex(over.extent), 1, sums,
      [&](Value at, ValueRange old) {
        emitter.bindVariable(over.name, at);
        Value scalarNext = builder.create<arith::MulIOp>(loc, at, scalarStride);
        Value vectorNext = builder.create<arith::MulIOp>(loc, at, vectorStride);
        return emitLevel(level + 1, Values(old), add(scalarAt, scalarNext),
                         add(vectorAt, vectorNext), rows, vectors, checked);
      });
}

TileKernel::Values TileKernel::emitSum(int64_t rows, int64_t vectors,
                                       bool checked) {
  Type scalarType = kernelType(builder.getContext(), sum.reduce->type);
  auto vectorType = VectorType::get({schedule.lanes}, scalarType);
  Values zeros(rows * vectors, emitLiteral(builder, loc, vectorType, 0));
  Value start = emitter.constantIndex(0);
  return emitLevel(0, std::move(zeros), start, start, rows, vectors, checked);
}

/// Lanes of the tile's vector `vector` that are inside the result; null where
/// all of them are.
Value TileKernel::maskOf(int64_t vector, int64_t vectors) {
  const IndexExpr &columns = schedule.loops[schedule.laneLoop];
  std::optional<int64_t> known = columns.constant();
  bool whole = known && *known % schedule.lanes == 0;
  // Column counts are known or tiles are one vector wide, so that only the
  // last vector can hang over.
  if (whole || vector + 1 < vectors)
    return {};
  Value first = multiply(add(firstVectorValue, emitter.constantIndex(vector)),
                         schedule.lanes);
  Value rest =
      builder.create<arith::SubIOp>(loc, emitter.emitIndex(columns), first);
  auto type = VectorType::get({schedule.lanes}, builder.getI1Type());
  return builder.create<vector::CreateMaskOp>(loc, type, ValueRange{rest});
}

void TileKernel::emitResults(llvm::ArrayRef<Value> sums, int64_t rows,
                             int64_t vectors) {
  int64_t parts = schedule.panel / schedule.lanes;
  Value result = elements.kernel().getResult(0);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < vectors; ++v) {
      emitter.pushScope();
      emitter.bindVariable(rowName(),
                           add(firstRowValue, emitter.constantIndex(r)));
      Value vector = add(firstVectorValue, emitter.constantIndex(v));
      Value partCount = emitter.constantIndex(parts);
      emitter.bindVariable(sum.panel.name, builder.create<arith::DivUIOp>(
                                               loc, vector, partCount));
      emitter.bindVariable(sum.part.name, builder.create<arith::RemUIOp>(
                                              loc, vector, partCount));
      emitter.bindVariable(sum.lane.name, emitter.constantIndex(0));
      emitter.setLanes(Lanes{sum.lane.name, schedule.lanes, masks[v], false});
      emitter.bindElement(sum.reduce, sums[r * vectors + v]);
      emitter.store(result, sum.index, emitter.emitVector(sum.root));
      emitter.setLanes(std::nullopt);
      emitter.popScope();
    }
}

void TileKernel::emitTile(Value firstVector, int64_t vectors, Value firstRow,
                          int64_t rows) {
  emitter.pushScope();
  firstRowValue = firstRow;
  firstVectorValue = firstVector;
  int64_t parts = schedule.panel / schedule.lanes;
  emitter.bindVariable(rowName(), firstRow);
  Value partCount = emitter.constantIndex(parts);
  emitter.bindVariable(sum.panel.name, builder.create<arith::DivUIOp>(
                                           loc, firstVector, partCount));
  emitter.bindVariable(sum.part.name, builder.create<arith::RemUIOp>(
                                          loc, firstVector, partCount));
  emitter.bindVariable(sum.lane.name, emitter.constantIndex(0));
  Value scalarBase = emitter.emitIndex(atZero(scalarOffset));
  Value rowStride = strideOf(scalarOffset, rowName());
  scalarBases.clear();
  for (int64_t r = 0; r < rows; ++r)
    scalarBases.push_back(r == 0 ? scalarBase
                                 : add(scalarBase, multiply(rowStride, r)));
  Value vectorBase = emitter.emitIndex(atZero(vectorOffset));
  Value panelStride = strideOf(vectorOffset, sum.panel.name);
  Value partStride = strideOf(vectorOffset, sum.part.name);
  vectorBases.clear();
  masks.clear();
  for (int64_t v = 0; v < vectors; ++v) {
    Value base = vectorBase;
    if (v / parts > 0)
      base = add(base, multiply(panelStride, v / parts));
    if (v % parts > 0)
      base = add(base, multiply(partStride, v % parts));
    vectorBases.push_back(base);
    masks.push_back(maskOf(v, vectors));
  }
  Values sums;
  if (sum.bounds.empty()) {
    sums = emitSum(rows, vectors, false);
  } else {
    Type scalarType = kernelType(builder.getContext(), sum.reduce->type);
    auto vectorType = VectorType::get({schedule.lanes}, scalarType);
    llvm::SmallVector<Type> types(rows * vectors, vectorType);
    auto branch = builder.create<scf::IfOp>(loc, types, insideEverywhere(rows),
                                            /*withElseRegion=*/true);
    OpBuilder::InsertionGuard restore(builder);
    for (bool checked : {false, true}) {
      builder.setInsertionPointToStart(checked ? branch.elseBlock()
                                               : branch.thenBlock());
      emitter.pushScope();
      Values inner = emitSum(rows, vectors, checked);
      emitter.popScope();
      builder.create<scf::YieldOp>(loc, inner);
    }
    sums.append(branch.getResults().begin(), branch.getResults().end());
  }
  emitResults(sums, rows, vectors);
  emitter.popScope();
}

/// Whole row tiles, the last one moved back over rows already done; where the
/// number of rows is not known, what is left goes row by row.
void TileKernel::emitRows(Value firstVector, int64_t vectors, Value rowTile) {
  const IndexExpr &size = schedule.loops[schedule.rowLoop];
  Value first = multiply(rowTile, schedule.rows);
  if (std::optional<int64_t> known = size.constant()) {
    Value last = emitter.constantIndex(*known - schedule.rows);
    first = builder.create<arith::MinSIOp>(loc, first, last);
    emitTile(firstVector, vectors, first, schedule.rows);
    return;
  }
  Value whole = emitter.emitIndex(IndexExpr::floorDiv(size, schedule.rows));
  Value isWhole = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt,
                                                rowTile, whole);
  auto branch = builder.create<scf::IfOp>(loc, isWhole, true);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitTile(firstVector, vectors, first, schedule.rows);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value done = multiply(whole, schedule.rows);
  Value single = add(done, builder.create<arith::SubIOp>(loc, rowTile, whole));
  emitTile(firstVector, vectors, single, 1);
}

/// Column tiles of `vectors` vectors, then what is left of the columns.
void TileKernel::emitColumns(Value columnTile, Value rowTile) {
  Value firstVector = multiply(columnTile, schedule.vectors);
  const IndexExpr &columns = schedule.loops[schedule.laneLoop];
  std::optional<int64_t> known = columns.constant();
  int64_t total =
      known ? (*known + schedule.lanes - 1) / schedule.lanes : schedule.vectors;
  int64_t rest = total % schedule.vectors;
  if (rest == 0) {
    emitRows(firstVector, schedule.vectors, rowTile);
    return;
  }
  Value whole = emitter.constantIndex(total / schedule.vectors);
  Value isWhole = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt,
                                                columnTile, whole);
  auto branch = builder.create<scf::IfOp>(loc, isWhole, true);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitRows(firstVector, schedule.vectors, rowTile);
  builder.setInsertionPointToStart(branch.elseBlock());
  emitRows(firstVector, rest, rowTile);
}

void TileKernel::emitUnit(Value unit) {
  // unit = (((loops of the vector operand) * column tiles + column tile)
  //         * (other outer loops)) * row tiles + row tile:
  // a panel of the vector operand is used by all rows before the next.
  FreeVariables &free = emitter.freeVariables();
  Value rest = unit;
  auto take = [&](const IndexExpr &extent) -> Value {
    Value size = emitter.emitIndex(extent);
    Value position = builder.create<arith::RemUIOp>(loc, rest, size);
    rest = builder.create<arith::DivUIOp>(loc, rest, size);
    return position;
  };
  auto isOuter = [&](unsigned i) {
    return i != schedule.rowLoop && i != schedule.laneLoop;
  };
  auto movesVectors = [&](unsigned i) {
    return free.dependsOn(sum.vectorLoad, sum.loops[i].name);
  };
  Value rowTile = take(rowTiles(schedule));
  for (unsigned i = schedule.loops.size(); i-- > 0;)
    if (isOuter(i) && !movesVectors(i))
      emitter.bindVariable(sum.loops[i].name, take(schedule.loops[i]));
  Value columnTile = take(columnTiles(schedule));
  for (unsigned i = schedule.loops.size(); i-- > 0;)
    if (isOuter(i) && movesVectors(i))
      emitter.bindVariable(sum.loops[i].name, take(schedule.loops[i]));
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

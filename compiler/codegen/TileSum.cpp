// SPDX-License-Identifier: Apache-2.0
// The loops of a tile's sum.
#include "compiler/codegen/TileSum.h"
#include "compiler/codegen/EmitScalarFn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tenon {

TileSum::TileSum(ElementEmitter &emitter, const SumOfProducts &sum,
                 const TileSchedule &schedule, TileBounds &bounds)
    : emitter(emitter), sum(sum), schedule(schedule), bounds(bounds),
      builder(emitter.mlirBuilder()), loc(emitter.location()),
      rowOffset(
          emitter.linearOffset(sum.rowLoad->tensor, sum.rowLoad->indices)),
      vectorOffset(emitter.linearOffset(sum.vectorLoad->tensor,
                                        sum.vectorLoad->indices)) {}

Value TileSum::add(Value a, Value b) {
  return builder.create<arith::AddIOp>(loc, a, b);
}

Value TileSum::multiply(Value a, const IndexExpr &b) {
  return builder.create<arith::MulIOp>(loc, a, emitter.emitIndex(b));
}

/// Offsets of each of the tile's vectors from the first.
TileSum::Values TileSum::basesOf(const IndexExpr &offset) {
  int64_t parts = schedule.panel / schedule.lanes;
  IndexExpr panel = strideOf(offset, sum.panel.name);
  IndexExpr part = strideOf(offset, sum.part.name);
  Values bases;
  for (int64_t v = 0; v < tile->vectors; ++v)
    bases.push_back(
        emitter.emitIndex(panel * (v / parts) + part * (v % parts)));
  return bases;
}

void TileSum::setBases() {
  rowBase = emitter.emitIndex(sum.atFirstTap(rowOffset));
  vectorBase = emitter.emitIndex(sum.atFirstTap(vectorOffset));
  IndexExpr rowStride = strideOf(rowOffset, rowName());
  rowSteps.clear();
  for (int64_t r = 0; r < tile->rows.count; ++r)
    rowSteps.push_back(emitter.emitIndex(rowStride * r));
  vectorSteps = basesOf(vectorOffset);
  laneSteps.clear();
  if (sum.rowOnLanes)
    laneSteps = basesOf(rowOffset);
}

/// Taps of a row that runs along the lanes are unrolled where they are few, so
/// that neighbouring rows share what they load.
bool TileSum::isUnrolled(size_t level) {
  std::optional<int64_t> extent =
      sum.reduce->variables[level].extent.constant();
  if (extent == 1 || (decidedLevels >> level & 1))
    return true;
  constexpr int64_t kFewTaps = 7;
  if (!sum.rowOnLanes || !extent || *extent > kFewTaps ||
      !bounds.clips(level).empty())
    return false;
  for (size_t inner = level + 1; inner < sum.reduce->variables.size(); ++inner)
    if (!sum.reduce->variables[inner].extent.isConstant(1))
      return false;
  return true;
}

/// Whether row `row` of the tile is inside at the current taps.
Value TileSum::insideAt(int64_t row) {
  Value inside;
  for (const IndexBound *bound : bounds.rest()) {
    Value value = emitter.emitIndex(bound->value);
    IndexExpr stride = strideOf(bound->value, rowName());
    value = add(value, emitter.emitIndex(stride * row));
    Value one = builder.create<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ult, value, emitter.emitIndex(bound->bound));
    inside = inside
                 ? builder.create<arith::AndIOp>(loc, inside, one).getResult()
                 : one;
  }
  return inside;
}

/// The first value of variable `level` that its clips let through:
/// ceil(-value / stride), where value is taken at 0.
Value TileSum::clipLow(size_t level) {
  Value low = emitter.constantIndex(0);
  for (const TileBounds::Clip &clip : bounds.clips(level)) {
    Value value =
        emitter.emitIndex(IndexExpr(0) - sum.atFirstTap(clip.bound->value));
    if (clip.stride != 1)
      value = builder.create<arith::CeilDivSIOp>(
          loc, value, emitter.constantIndex(clip.stride));
    low = builder.create<arith::MaxSIOp>(loc, low, value);
  }
  return low;
}

Value TileSum::clipHigh(size_t level, Value end) {
  for (const TileBounds::Clip &clip : bounds.clips(level)) {
    Value value = emitter.emitIndex(clip.bound->bound -
                                    sum.atFirstTap(clip.bound->value));
    if (clip.stride != 1)
      value = builder.create<arith::CeilDivSIOp>(
          loc, value, emitter.constantIndex(clip.stride));
    end = builder.create<arith::MinSIOp>(loc, end, value);
  }
  return end;
}

/// `at` with variable `level` at `tap`.
TileSum::At TileSum::advance(size_t level, At at, Value tap) {
  const IndexVariable &over = sum.reduce->variables[level];
  emitter.bindVariable(over.name, tap);
  at.row = add(at.row, multiply(tap, strideOf(rowOffset, over.name)));
  at.vector = add(at.vector, multiply(tap, strideOf(vectorOffset, over.name)));
  if (tile->guards == TileGuards::Checked && level == checkedLevel)
    for (int64_t r = 0; r < tile->rows.count; ++r)
      at.inside.push_back(insideAt(r));
  return at;
}

Value TileSum::emitRowOperand(int64_t row, int64_t vector, const At &at) {
  Type type = sum.reduce->type;
  // What all rows share first: the rest is a constant, part of the address.
  Value offset = add(add(rowBase, at.row), rowSteps[row]);
  if (sum.rowOnLanes)
    offset = add(offset, laneSteps[vector]);
  // Outside, element 0 is read, and not used.
  Value inside = at.inside.empty() ? Value() : at.inside[row];
  if (inside)
    offset = builder.create<arith::SelectOp>(loc, inside, offset,
                                             emitter.constantIndex(0));
  Value loaded = sum.rowOnLanes
                     ? emitter.loadVector(sum.rowLoad->tensor, offset)
                     : emitter.loadScalar(sum.rowLoad->tensor, offset);
  loaded = emitCast(builder, loc, loaded, sum.rowLoad->type, type);
  if (!inside)
    return loaded;
  Value zero = emitLiteral(builder, loc, loaded.getType(), 0);
  return builder.create<arith::SelectOp>(loc, inside, loaded, zero);
}

TileSum::Values TileSum::emitStep(Values sums, const At &at) {
  Type type = sum.reduce->type;
  auto vectorType =
      VectorType::get({schedule.lanes}, kernelType(builder.getContext(), type));
  auto setLanes = [&](int64_t v) {
    emitter.setLanes(Lanes{sum.lane.name, schedule.lanes, tile->masks[v]});
  };
  Values columns;
  Value shared = add(vectorBase, at.vector);
  for (int64_t v = 0; v < tile->vectors; ++v) {
    setLanes(v);
    Value loaded =
        emitter.loadVector(sum.vectorLoad->tensor, add(shared, vectorSteps[v]));
    columns.push_back(
        emitCast(builder, loc, loaded, sum.vectorLoad->type, type));
  }
  for (int64_t r = 0; r < tile->rows.count; ++r) {
    if (!at.active[r])
      continue;
    Value row;
    for (int64_t v = 0; v < tile->vectors; ++v) {
      setLanes(v);
      if (!row || sum.rowOnLanes)
        row = emitRowOperand(r, v, at);
      if (!isa<VectorType>(row.getType()))
        row = builder.create<vector::BroadcastOp>(loc, vectorType, row);
      Value &total = sums[r * tile->vectors + v];
      total = builder.create<math::FmaOp>(loc, row, columns[v], total);
    }
  }
  emitter.setLanes(std::nullopt);
  return sums;
}

/// The taps of variable `level` one after the other, without those that no
/// row of the tile reads.
TileSum::Values TileSum::emitTaps(size_t level, Values sums, At at) {
  const IndexVariable &over = sum.reduce->variables[level];
  for (int64_t tap = 0; tap < *over.extent.constant(); ++tap) {
    emitter.pushScope();
    At next = advance(level, at, emitter.constantIndex(tap));
    next.taps.push_back({over.name, tap});
    if (tile->guards == TileGuards::Decided)
      for (int64_t r = 0; r < tile->rows.count; ++r)
        next.active[r] =
            next.active[r] &&
            bounds.inside(tile->rows, r, next.taps) != Inside::Never;
    if (llvm::is_contained(next.active, true))
      sums = emitLevel(level + 1, std::move(sums), std::move(next));
    emitter.popScope();
  }
  return sums;
}

TileSum::Values TileSum::emitLoop(size_t level, Values sums, const At &at) {
  Value low = clipLow(level);
  Value high =
      clipHigh(level, emitter.emitIndex(sum.reduce->variables[level].extent));
  return emitter.loop(low, high, 1, sums, [&](Value tap, ValueRange old) {
    return emitLevel(level + 1, Values(old), advance(level, at, tap));
  });
}

/// The loop over summed variable `level` and those inside it.
TileSum::Values TileSum::emitLevel(size_t level, Values sums, At at) {
  if (level == sum.reduce->variables.size())
    return emitStep(std::move(sums), at);
  if (isUnrolled(level) && bounds.clips(level).empty())
    return emitTaps(level, std::move(sums), std::move(at));
  return emitLoop(level, std::move(sums), at);
}

TileSum::Values TileSum::emit(const Tile &next) {
  tile = &next;
  decidedLevels = tile->guards == TileGuards::Decided ? *bounds.tapLevels() : 0;
  checkedLevel = 0;
  for (auto [i, variable] : llvm::enumerate(sum.reduce->variables))
    for (const IndexBound *bound : bounds.rest())
      if (emitter.freeVariables().dependsOn(bound->value, variable.name))
        checkedLevel = i;
  setBases();
  auto vectorType = VectorType::get(
      {schedule.lanes}, kernelType(builder.getContext(), sum.reduce->type));
  Values zeros(tile->rows.count * tile->vectors,
               emitLiteral(builder, loc, vectorType, 0));
  Value start = emitter.constantIndex(0);
  At at{start, start, {}, llvm::SmallVector<bool>(tile->rows.count, true), {}};
  return emitLevel(0, std::move(zeros), std::move(at));
}

} // namespace tenon

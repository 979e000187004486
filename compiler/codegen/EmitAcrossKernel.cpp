// SPDX-License-Identifier: Apache-2.0
// Squares turned in registers. A unit is as many values of the across loop as
// a vector has lanes, times a block of the last loop.
#include "compiler/codegen/EmitAcrossKernel.h"
#include "compiler/support/IndexStride.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tenon {

static void collectAcross(KernelElements &elements, const LoopNest &nest,
                          unsigned across, Element element,
                          llvm::SmallVectorImpl<Element> &found) {
  if (element->kind == ElementKind::Reduce ||
      element->kind == ElementKind::Guard)
    return;
  if (element->kind == ElementKind::Load &&
      !llvm::is_contained(found, element)) {
    const std::string &last = nest.variables.back().name;
    IndexExpr linear = elements.builder().simplify(
        ElementBuilder::linearize(element->indices, sizesOf(element->tensor)));
    IndexExpr far = stepAlong(linear, last);
    if (stepAlong(linear, nest.variables[across].name).isConstant(1) &&
        !far.isConstant(0) && !far.isConstant(1) && !far.dependsOn(last) &&
        elementTypeOf(element->tensor).getIntOrFloatBitWidth() == 32)
      found.push_back(element);
  }
  for (Element operand : element->operands)
    collectAcross(elements, nest, across, operand, found);
}

llvm::SmallVector<Element> loadsAcross(KernelElements &elements,
                                       const LoopNest &nest, unsigned across,
                                       Element result) {
  llvm::SmallVector<Element> found;
  collectAcross(elements, nest, across, result, found);
  return found;
}

namespace {

class AcrossKernel {
public:
  AcrossKernel(ElementEmitter &emitter, KernelElements &elements,
               const LoopSchedule &schedule)
      : emitter(emitter), elements(elements), schedule(schedule),
        nest(makeLoopNests(elements, schedule).front()),
        result(elements.at(elements.kernel().getYielded(0), nest.index)),
        turned(loadsAcross(elements, nest, *schedule.across, result)),
        builder(emitter.mlirBuilder()), loc(emitter.location()) {}

  void emit(Value begin, Value end);

private:
  using Values = llvm::SmallVector<Value>;

  void emitUnit(Value unit);
  void emitSquares(Value first, Value from, Value to);
  void emitSquare(Value first, Value at);
  void emitPlain(Value first, Value end, Value from, Value to);
  Values load(Element load);
  void turn(Values &rows);

  const IndexVariable &across() const {
    return nest.variables[*schedule.across];
  }
  const IndexVariable &last() const { return nest.variables.back(); }
  Value add(Value a, Value b) {
    return builder.create<arith::AddIOp>(loc, a, b);
  }
  Value subtract(Value a, Value b) {
    return builder.create<arith::SubIOp>(loc, a, b);
  }
  Value lanes() { return emitter.constantIndex(schedule.lanes); }

  ElementEmitter &emitter;
  KernelElements &elements;
  const LoopSchedule &schedule;
  LoopNest nest;
  Element result;
  llvm::SmallVector<Element> turned;
  OpBuilder &builder;
  Location loc;
};

/// The square of a load: one vector along the across loop for each lane of the
/// last loop.
AcrossKernel::Values AcrossKernel::load(Element load) {
  IndexExpr linear = emitter.linearOffset(load->tensor, load->indices);
  Value base = emitter.emitIndex(linear);
  IndexExpr far = stepAlong(linear, last().name);
  emitter.setLanes(Lanes{across().name, schedule.lanes, {}, false});
  Values rows;
  for (int64_t lane = 0; lane < schedule.lanes; ++lane)
    rows.push_back(emitter.loadVector(
        load->tensor, add(base, emitter.emitIndex(far * lane))));
  emitter.setLanes(std::nullopt);
  return rows;
}

/// Transposes a square in place: swaps ever larger blocks off the diagonal.
void AcrossKernel::turn(Values &rows) {
  int64_t count = schedule.lanes;
  for (int64_t block = 1; block < count; block *= 2)
    for (int64_t i = 0; i < count; ++i) {
      if (i & block)
        continue;
      llvm::SmallVector<int64_t> low, high;
      for (int64_t lane = 0; lane < count; ++lane) {
        bool upper = lane & block;
        low.push_back(upper ? count + lane - block : lane);
        high.push_back(upper ? count + lane : lane + block);
      }
      Value a = rows[i], b = rows[i + block];
      rows[i] = builder.create<vector::ShuffleOp>(loc, a, b, low);
      rows[i + block] = builder.create<vector::ShuffleOp>(loc, a, b, high);
    }
}

void AcrossKernel::emitSquare(Value first, Value at) {
  emitter.pushScope();
  emitter.bindVariable(across().name, first);
  emitter.bindVariable(last().name, at);
  llvm::SmallVector<Values> squares;
  for (Element element : turned) {
    squares.push_back(load(element));
    turn(squares.back());
  }
  for (int64_t i = 0; i < schedule.lanes; ++i) {
    emitter.pushScope();
    emitter.bindVariable(across().name, add(first, emitter.constantIndex(i)));
    emitter.setLanes(Lanes{last().name, schedule.lanes, {}, false});
    for (auto [element, square] : llvm::zip(turned, squares))
      emitter.bindElement(element, square[i]);
    emitter.store(elements.kernel().getResult(0), nest.index,
                  emitter.emit(result));
    emitter.setLanes(std::nullopt);
    emitter.popScope();
  }
  emitter.popScope();
}

/// What has no room for a square, row by row.
void AcrossKernel::emitPlain(Value first, Value end, Value from, Value to) {
  auto nothing = [] { return llvm::SmallVector<Value>{}; };
  emitter.loop(first, end, 1, {}, [&](Value row, ValueRange) {
    emitter.bindVariable(across().name, row);
    emitter.loop(from, to, schedule.lanes, {}, [&](Value at, ValueRange) {
      emitter.bindVariable(last().name, at);
      auto type = VectorType::get({schedule.lanes}, builder.getI1Type());
      Value mask = builder.create<vector::CreateMaskOp>(
          loc, type, ValueRange{subtract(to, at)});
      emitter.setLanes(Lanes{last().name, schedule.lanes, mask, false});
      emitter.store(elements.kernel().getResult(0), nest.index,
                    emitter.emit(result));
      emitter.setLanes(std::nullopt);
      return nothing();
    });
    return nothing();
  });
}

/// Squares along the last loop, the last one moved back over the one before.
void AcrossKernel::emitSquares(Value first, Value from, Value to) {
  Value span = subtract(to, from);
  Value count = builder.create<arith::CeilDivSIOp>(loc, span, lanes());
  emitter.loop(emitter.constantIndex(0), count, 1, {},
               [&](Value number, ValueRange) {
                 Value at = builder.create<arith::MulIOp>(loc, number, lanes());
                 at = builder.create<arith::MinSIOp>(loc, add(from, at),
                                                     subtract(to, lanes()));
                 emitSquare(first, at);
                 return llvm::SmallVector<Value>{};
               });
}

void AcrossKernel::emitUnit(Value unit) {
  // unit = ((outer loops, row-major) * blocks of the last loop + block)
  //        * squares of the across loop + square
  Value rest = unit;
  auto take = [&](const IndexExpr &extent) -> Value {
    Value size = emitter.emitIndex(extent);
    Value position = builder.create<arith::RemUIOp>(loc, rest, size);
    rest = builder.create<arith::DivUIOp>(loc, rest, size);
    return position;
  };
  Value first = builder.create<arith::MulIOp>(
      loc, take(IndexExpr::ceilDiv(across().extent, schedule.lanes)), lanes());
  Value from = builder.create<arith::MulIOp>(
      loc, take(IndexExpr::ceilDiv(last().extent, schedule.block)),
      emitter.constantIndex(schedule.block));
  for (size_t i = nest.variables.size() - 1; i-- > 0;)
    if (i != *schedule.across)
      emitter.bindVariable(nest.variables[i].name,
                           take(nest.variables[i].extent));
  Value size = emitter.emitIndex(last().extent);
  Value to = builder.create<arith::MinSIOp>(
      loc, add(from, emitter.constantIndex(schedule.block)), size);
  Value rows = emitter.emitIndex(across().extent);
  // A square needs room on both sides; the last one may reach back.
  Value room = builder.create<arith::AndIOp>(
      loc,
      builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge,
                                    subtract(to, from), lanes()),
      builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge, rows,
                                    lanes()));
  auto branch = builder.create<scf::IfOp>(loc, room, true);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitter.pushScope();
  emitSquares(
      builder.create<arith::MinSIOp>(loc, first, subtract(rows, lanes())), from,
      to);
  emitter.popScope();
  builder.setInsertionPointToStart(branch.elseBlock());
  emitter.pushScope();
  Value end = builder.create<arith::MinSIOp>(loc, add(first, lanes()), rows);
  emitPlain(first, end, from, to);
  emitter.popScope();
}

void AcrossKernel::emit(Value begin, Value end) {
  emitter.loop(begin, end, 1, {}, [&](Value unit, ValueRange) {
    emitUnit(unit);
    return llvm::SmallVector<Value>{};
  });
}

} // namespace

void emitAcrossKernel(ElementEmitter &emitter, KernelElements &elements,
                      const LoopSchedule &schedule, Value begin, Value end) {
  AcrossKernel(emitter, elements, schedule).emit(begin, end);
}

} // namespace tenon

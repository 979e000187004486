// SPDX-License-Identifier: Apache-2.0
// Turns a loop schedule into loops: units, then the last loop in vectors, then
// its masked rest.
#include "compiler/codegen/EmitLoopKernel.h"
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
        nest(makeLoopNest(elements, schedule)), builder(emitter.mlirBuilder()),
        loc(emitter.location()) {
    KernelOp kernel = elements.kernel();
    for (unsigned i = 0; i < kernel.getNumResults(); ++i)
      results.push_back(elements.at(kernel.getYielded(i), nest.index));
  }

  void emit(Value begin, Value end);

private:
  void emitUnit(Value unit);
  void emitInner(Value from, Value to);
  void emitAt(Value at, std::optional<Lanes> lanes);

  ElementEmitter &emitter;
  KernelElements &elements;
  const LoopSchedule &schedule;
  LoopNest nest;
  llvm::SmallVector<Element> results;
  OpBuilder &builder;
  Location loc;
};

void LoopKernel::emitAt(Value at, std::optional<Lanes> lanes) {
  emitter.bindVariable(nest.variables.back().name, at);
  emitter.setLanes(lanes);
  emitter.pushScope();
  KernelOp kernel = elements.kernel();
  for (unsigned i = 0; i < results.size(); ++i)
    emitter.store(kernel.getResult(i), nest.index, emitter.emit(results[i]));
  emitter.popScope();
  emitter.setLanes(std::nullopt);
}

void LoopKernel::emitInner(Value from, Value to) {
  int64_t count = schedule.lanes;
  std::string variable = nest.variables.back().name;
  if (count == 1) {
    emitter.loop(from, to, 1, {}, [&](Value at, ValueRange) {
      emitAt(at, std::nullopt);
      return llvm::SmallVector<Value>{};
    });
    return;
  }
  Value size = emitter.constantIndex(count);
  Value span = builder.create<arith::SubIOp>(loc, to, from);
  Value whole = builder.create<arith::DivUIOp>(loc, span, size);
  whole = builder.create<arith::MulIOp>(loc, whole, size);
  Value middle = builder.create<arith::AddIOp>(loc, from, whole);
  emitter.loop(from, middle, count, {}, [&](Value at, ValueRange) {
    emitAt(at, Lanes{variable, count, {}, false});
    return llvm::SmallVector<Value>{};
  });
  std::optional<int64_t> known = nest.variables.back().extent.constant();
  if (known && *known % count == 0 && schedule.block % count == 0)
    return;
  emitter.loop(middle, to, count, {}, [&](Value at, ValueRange) {
    Value rest = builder.create<arith::SubIOp>(loc, to, at);
    auto type = VectorType::get({count}, builder.getI1Type());
    Value mask =
        builder.create<vector::CreateMaskOp>(loc, type, ValueRange{rest});
    emitAt(at, Lanes{variable, count, mask, false});
    return llvm::SmallVector<Value>{};
  });
}

void LoopKernel::emitUnit(Value unit) {
  // unit = (outer loops, row-major) * blocks + block.
  Value inner = emitter.emitIndex(nest.variables.back().extent);
  Value from = emitter.constantIndex(0), to = inner, rest = unit;
  if (schedule.block) {
    Value blockSize = emitter.constantIndex(schedule.block);
    Value blocks = emitter.emitIndex(
        IndexExpr::ceilDiv(nest.variables.back().extent, schedule.block));
    Value block = builder.create<arith::RemUIOp>(loc, unit, blocks);
    rest = builder.create<arith::DivUIOp>(loc, unit, blocks);
    from = builder.create<arith::MulIOp>(loc, block, blockSize);
    to = builder.create<arith::AddIOp>(loc, from, blockSize);
    to = builder.create<arith::MinSIOp>(loc, to, inner);
  }
  for (size_t i = nest.variables.size() - 1; i-- > 0;) {
    Value extent = emitter.emitIndex(nest.variables[i].extent);
    Value position =
        i == 0 ? rest
               : builder.create<arith::RemUIOp>(loc, rest, extent).getResult();
    emitter.bindVariable(nest.variables[i].name, position);
    if (i > 0)
      rest = builder.create<arith::DivUIOp>(loc, rest, extent);
  }
  for (Element result : results)
    emitter.hoistReductions(result);
  emitInner(from, to);
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
  LoopKernel(emitter, elements, schedule).emit(begin, end);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Emits elements: dispatch, functions, guards, stores. Indices are in
// EmitIndex.cpp, loads in EmitLoad.cpp, reductions in EmitReduce.cpp.
#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/EmitScalarFn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using llvm::StringRef;

namespace tenon {

int64_t lanesFor(const TargetFacts &facts, int64_t elementBytes) {
  return std::max<int64_t>(1, facts.vectorBytes / elementBytes);
}

ElementEmitter::ElementEmitter(OpBuilder &builder, Location loc,
                               KernelElements &elements,
                               const TargetFacts &facts)
    : builder(builder), loc(loc), elements(elements), facts(facts),
      free(elements.builder()) {
  pushScope();
}

//===--- What the generator provides --------------------------------------===//

void ElementEmitter::bindBuffer(Value tensor, Value argument) {
  // A one-dimensional view without a known size: every access computes its
  // own linear offset.
  Type element = cast<MemRefType>(argument.getType()).getElementType();
  auto layout = StridedLayoutAttr::get(builder.getContext(), 0, {1});
  auto type = MemRefType::get({ShapedType::kDynamic}, element, layout);
  constexpr int64_t kAnySize = int64_t(1) << 40;
  Value view = builder.create<memref::ReinterpretCastOp>(
      loc, type, argument, /*offset=*/builder.getIndexAttr(0),
      /*sizes=*/llvm::ArrayRef<OpFoldResult>{constantIndex(kAnySize)},
      /*strides=*/llvm::ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  buffers[tensor] = {view, elementTypeOf(tensor)};
}

void ElementEmitter::bindFaultWord(Value argument) { faultWord = argument; }

void ElementEmitter::bindSize(StringRef symbol, Value value) {
  sizes[symbol] = value;
}

void ElementEmitter::bindVariable(StringRef name, Value value) {
  cache.back().bound.push_back({name.str(), variables.lookup(name)});
  variables[name] = value;
}

void ElementEmitter::popScope() {
  // A variable ends with its loop: nothing may be emitted from it after.
  for (auto &[name, before] : llvm::reverse(cache.back().bound)) {
    if (before)
      variables[name] = before;
    else
      variables.erase(name);
  }
  cache.pop_back();
}

void ElementEmitter::bindElement(Element element, Value value) {
  cache.back().values[element] = value;
}

void ElementEmitter::keepElement(Element element, Value tensor,
                                 llvm::ArrayRef<IndexExpr> index) {
  kept = {element, tensor, llvm::SmallVector<IndexExpr>(index)};
}

Value ElementEmitter::constantIndex(int64_t value) {
  return builder.create<arith::ConstantIndexOp>(loc, value);
}

//===--- Dispatch ---------------------------------------------------------===//

Value ElementEmitter::lookup(Element element) const {
  for (size_t i = cache.size(); i-- > 0;) {
    auto found = cache[i].values.find(element);
    if (found != cache[i].values.end())
      return found->second;
  }
  return {};
}

bool ElementEmitter::onLanes(Element element) {
  return lanes && free.dependsOn(element, lanes->variable);
}

bool ElementEmitter::onLanes(const IndexExpr &index) {
  return lanes && free.dependsOn(index, lanes->variable);
}

Value ElementEmitter::broadcast(Value value) {
  if (!lanes || isa<VectorType>(value.getType()))
    return value;
  auto type = VectorType::get({lanes->count}, value.getType());
  return builder.create<vector::BroadcastOp>(loc, type, value);
}

Value ElementEmitter::emit(Element element) {
  if (Value value = lookup(element))
    return value;
  Value value = emitUncached(element);
  cache.back().values[element] = value;
  if (element == kept.element)
    store(kept.tensor, kept.index, value);
  return value;
}

Value ElementEmitter::emitVector(Element element) {
  return broadcast(emit(element));
}

Value ElementEmitter::emitUncached(Element element) {
  MLIRContext *context = builder.getContext();
  switch (element->kind) {
  case ElementKind::Constant: {
    Type type = kernelType(context, element->type);
    return element->number.isFloat
               ? emitLiteral(builder, loc, type, element->number.real)
               : emitIntegerLiteral(builder, loc, type,
                                    element->number.integer);
  }
  case ElementKind::Index: {
    const IndexExpr &index = element->indices[0];
    Value value = onLanes(index) ? emitLaneIndex(index) : emitIndex(index);
    Type type = typeLike(kernelType(context, element->type), value);
    return builder.create<arith::IndexCastOp>(loc, type, value);
  }
  case ElementKind::Load:
    return emitLoad(element);
  case ElementKind::Apply:
    return emitApply(element);
  case ElementKind::Guard:
    return emitGuard(element);
  case ElementKind::Reduce:
    return emitReduce(element);
  }
  return {};
}

Value ElementEmitter::emitApply(Element element) {
  llvm::SmallVector<Value> operands;
  bool vector = onLanes(element);
  for (Element operand : element->operands) {
    Value value = emit(operand);
    operands.push_back(vector ? broadcast(value) : value);
  }
  Type graphType = element->operands.back()->type;
  if (element->fn == ScalarFn::Cast)
    return emitCast(builder, loc, operands[0], graphType, element->type);
  return emitScalarFn(builder, loc, element->fn, operands, graphType);
}

//===--- Guards -----------------------------------------------------------===//

Value ElementEmitter::emitScalarCondition(const IndexBound &bound) {
  Value value = emitIndex(bound.value), limit = emitIndex(bound.bound);
  // One unsigned comparison: a negative value is a huge one.
  return builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, value,
                                       limit);
}

Value ElementEmitter::emitLaneCondition(const IndexBound &bound) {
  Value value = broadcast(onLanes(bound.value) ? emitLaneIndex(bound.value)
                                               : emitIndex(bound.value));
  Value limit = broadcast(onLanes(bound.bound) ? emitLaneIndex(bound.bound)
                                               : emitIndex(bound.bound));
  return builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, value,
                                       limit);
}

/// Splits a guard: first what all lanes share (a branch), then what differs
/// between lanes (a mask).
Value ElementEmitter::emitGuard(Element element) {
  Value scalar;
  auto both = [&](Value a, Value b) -> Value {
    return a ? builder.create<arith::AndIOp>(loc, a, b).getResult() : b;
  };
  llvm::SmallVector<const IndexBound *> onMask;
  for (const IndexBound &bound : element->bounds) {
    if (onLanes(bound.value) || onLanes(bound.bound))
      onMask.push_back(&bound);
    else
      scalar = both(scalar, emitScalarCondition(bound));
  }
  bool vector = onLanes(element);
  Element inside = element->operands[0], outside = element->operands[1];
  std::optional<Lanes> outer = lanes;
  auto side = [&](Element which, Value sideMask) {
    pushScope();
    if (sideMask) {
      lanes->mask = both(outer->mask, sideMask);
      lanes->uncertain = true;
    }
    Value value = emit(which);
    lanes = outer;
    popScope();
    return vector ? broadcast(value) : value;
  };
  auto masked = [&]() -> Value {
    Value condition;
    for (const IndexBound *bound : onMask)
      condition = both(condition, emitLaneCondition(*bound));
    if (!condition)
      return side(inside, {});
    Value ones = emitIntegerLiteral(builder, loc, condition.getType(), -1);
    Value in = side(inside, condition);
    Value out =
        side(outside, builder.create<arith::XOrIOp>(loc, condition, ones));
    return builder.create<arith::SelectOp>(loc, condition, broadcast(in),
                                           broadcast(out));
  };
  if (!scalar)
    return masked();
  Type type = kernelType(builder.getContext(), element->type);
  if (vector)
    type = VectorType::get({lanes->count}, type);
  auto branch = builder.create<scf::IfOp>(loc, TypeRange{type}, scalar, true);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  pushScope();
  Value in = masked();
  popScope();
  builder.create<scf::YieldOp>(loc, in);
  builder.setInsertionPointToStart(branch.elseBlock());
  builder.create<scf::YieldOp>(loc, side(outside, {}));
  return branch.getResult(0);
}

//===--- Placement --------------------------------------------------------===//

void ElementEmitter::hoistReductions(Element element) {
  if (!free.hasReduce(element) || lookup(element))
    return;
  bool bound = llvm::all_of(free.of(element), [&](const auto &entry) {
    return variables.count(entry.getKey()) != 0;
  });
  if (bound) {
    emit(element);
    return;
  }
  // What a guard protects must not be evaluated outside of it.
  if (element->kind == ElementKind::Guard)
    return;
  for (Element operand : element->operands)
    hoistReductions(operand);
}

llvm::SmallVector<Value> ElementEmitter::loop(
    Value begin, Value end, int64_t step, ValueRange initial,
    llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> body) {
  auto loopOp =
      builder.create<scf::ForOp>(loc, begin, end, constantIndex(step), initial);
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(loopOp.getBody());
  pushScope();
  llvm::SmallVector<Value> next =
      body(loopOp.getInductionVar(), loopOp.getRegionIterArgs());
  popScope();
  if (!initial.empty())
    builder.create<scf::YieldOp>(loc, next);
  return llvm::SmallVector<Value>(loopOp.getResults());
}

} // namespace tenon

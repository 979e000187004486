// SPDX-License-Identifier: Apache-2.0
// Reductions. While lanes are taken by another variable, a reduction is plain
// loops with a vector accumulator. While they are free and the reduction runs
// along contiguous memory, its last variable takes them: several vector
// accumulators, then a fixed halving tree. The order depends on sizes alone,
// so results are the same for any number of threads.
#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/EmitScalarFn.h"
#include "compiler/codegen/math/MathFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <limits>

using namespace mlir;

namespace tenon {

Value ElementEmitter::neutral(ReduceKind kind, Type graphType, bool vector) {
  Type type = kernelType(builder.getContext(), graphType);
  if (vector)
    type = VectorType::get({lanes->count}, type);
  bool largest = kind == ReduceKind::Min || kind == ReduceKind::ArgMin ||
                 kind == ReduceKind::ArgMinLast;
  if (kind == ReduceKind::Sum)
    return emitLiteral(builder, loc, type, 0);
  if (kind == ReduceKind::Product)
    return emitLiteral(builder, loc, type, 1);
  if (isa<FloatType>(graphType)) {
    double infinity = std::numeric_limits<double>::infinity();
    return emitLiteral(builder, loc, type, largest ? infinity : -infinity);
  }
  unsigned width = graphType.getIntOrFloatBitWidth();
  bool isUnsigned = graphType.isUnsignedInteger() || width == 1;
  int64_t low = isUnsigned ? 0 : INT64_MIN >> (64 - width);
  int64_t high = isUnsigned ? -1 : INT64_MAX >> (64 - width);
  return emitIntegerLiteral(builder, loc, type, largest ? high : low);
}

Value ElementEmitter::combine(ReduceKind kind, Type graphType, Value a,
                              Value b) {
  ScalarFn fn = kind == ReduceKind::Sum       ? ScalarFn::Add
                : kind == ReduceKind::Product ? ScalarFn::Mul
                : kind == ReduceKind::Max     ? ScalarFn::Max
                                              : ScalarFn::Min;
  return emitScalarFn(builder, loc, fn, {a, b}, graphType);
}

/// One step of a fold: sum with body's value. Products that are summed (and
/// not kept) become fused multiply-adds; a guard whose other side is the
/// neutral 0 leaves the accumulator alone.
Value ElementEmitter::accumulate(Element reduce, Element body, Value sum) {
  bool vector = isa<VectorType>(sum.getType());
  bool isSum = reduce->reduce == ReduceKind::Sum;
  if (isSum && body->kind == ElementKind::Apply && body->fn == ScalarFn::Mul &&
      (body->type.isF32() || body->type.isF64()) && !lookup(body) &&
      body != kept.element) {
    Value a = emit(body->operands[0]), b = emit(body->operands[1]);
    if (vector) {
      a = broadcast(a);
      b = broadcast(b);
    }
    return builder.create<math::FmaOp>(loc, a, b, sum);
  }
  bool shared = body->kind == ElementKind::Guard &&
                llvm::none_of(body->bounds, [&](const IndexBound &bound) {
                  return onLanes(bound.value) || onLanes(bound.bound);
                });
  if (isSum && shared && body->operands[1]->kind == ElementKind::Constant &&
      body->operands[1]->number.real == 0 &&
      body->operands[1]->number.integer == 0) {
    Value condition;
    for (const IndexBound &bound : body->bounds) {
      Value one = emitScalarCondition(bound);
      condition =
          condition
              ? builder.create<arith::AndIOp>(loc, condition, one).getResult()
              : one;
    }
    auto branch = builder.create<scf::IfOp>(loc, TypeRange{sum.getType()},
                                            condition, true);
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    pushScope();
    Value next = accumulate(reduce, body->operands[0], sum);
    popScope();
    builder.create<scf::YieldOp>(loc, next);
    builder.setInsertionPointToStart(branch.elseBlock());
    builder.create<scf::YieldOp>(loc, sum);
    return branch.getResult(0);
  }
  Value value = emit(body);
  if (vector)
    value = broadcast(value);
  return combine(reduce->reduce, reduce->type, sum, value);
}

Value ElementEmitter::reduceSerially(Element element, Value initial,
                                     size_t variable) {
  Element body = element->operands[0];
  if (variable == element->variables.size())
    return accumulate(element, body, initial);
  const IndexVariable &over = element->variables[variable];
  hoistReductions(body);
  return loop(constantIndex(0), emitIndex(over.extent), 1, initial,
              [&](Value at, ValueRange sums) -> llvm::SmallVector<Value> {
                bindVariable(over.name, at);
                return {reduceSerially(element, sums[0], variable + 1)};
              })[0];
}

/// Whether every load of the body is contiguous or constant along `variable`,
/// and one is contiguous: then lanes along it pay.
bool ElementEmitter::lanesAlong(Element element,
                                const IndexVariable &variable) {
  bool regular = true, contiguous = false;
  llvm::SmallVector<Element> work{element->operands[0]};
  llvm::SmallPtrSet<Element, 16> seen;
  while (!work.empty()) {
    Element node = work.pop_back_val();
    if (!seen.insert(node).second || !free.dependsOn(node, variable.name))
      continue;
    if (node->kind == ElementKind::Reduce)
      regular = false;
    if (node->kind == ElementKind::Load) {
      std::optional<IndexExpr> stride =
          strideAlong(linearOffset(node->tensor, node->indices), variable.name);
      contiguous |= stride && stride->isConstant(1);
      regular &= stride && (stride->isConstant(1) || stride->isConstant(0));
    }
    work.append(node->operands.begin(), node->operands.end());
  }
  std::optional<int64_t> extent = variable.extent.constant();
  return regular && contiguous && (!extent || *extent >= 4);
}

Value ElementEmitter::foldLanes(ReduceKind kind, Type graphType, Value vector) {
  int64_t count = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t half = count / 2; half >= 1; half /= 2) {
    Value low = builder.create<vector::ExtractStridedSliceOp>(
        loc, vector, llvm::ArrayRef<int64_t>{0}, llvm::ArrayRef<int64_t>{half},
        llvm::ArrayRef<int64_t>{1});
    Value high = builder.create<vector::ExtractStridedSliceOp>(
        loc, vector, llvm::ArrayRef<int64_t>{half},
        llvm::ArrayRef<int64_t>{half}, llvm::ArrayRef<int64_t>{1});
    vector = combine(kind, graphType, low, high);
  }
  return builder.create<vector::ExtractOp>(loc, vector, 0);
}

/// Arithmetic operations in an element, loads not counted.
static unsigned bodyCost(Element element) {
  unsigned cost = element->kind == ElementKind::Apply ? costOf(element->fn) : 0;
  for (Element operand : element->operands)
    cost += bodyCost(operand);
  return cost;
}

/// The last variable on lanes: unrolled main loop, then single vectors, the
/// last one masked, then the tree over lanes. Other variables loop outside.
Value ElementEmitter::reduceAlongLanes(Element element) {
  const IndexVariable &over = element->variables.back();
  Element body = element->operands[0];
  ReduceKind kind = element->reduce;
  int64_t bytes = std::max<int64_t>(
      4,
      kernelType(builder.getContext(), element->type).getIntOrFloatBitWidth() /
          8);
  int64_t count = lanesFor(facts, bytes);
  constexpr unsigned kCheap = 4; // operations; more hide the latency alone
  int64_t unroll = bodyCost(body) <= kCheap ? 4 : 2;
  hoistReductions(body);
  Value extent = emitIndex(over.extent);
  auto setMask = [&](Value mask) { lanes = Lanes{over.name, count, mask}; };
  setMask({});
  Value start = neutral(kind, element->type, true);
  auto step = [&](Value at, Value sum) {
    bindVariable(over.name, at);
    pushScope();
    Value next = accumulate(element, body, sum);
    popScope();
    return next;
  };
  auto multiple = [&](int64_t chunk) {
    Value size = constantIndex(chunk);
    Value whole = builder.create<arith::DivUIOp>(loc, extent, size);
    return builder.create<arith::MulIOp>(loc, whole, size).getResult();
  };
  Value mainEnd = multiple(unroll * count), vectorEnd = multiple(count);
  llvm::SmallVector<Value> sums(unroll, start);
  sums = loop(constantIndex(0), mainEnd, unroll * count, sums,
              [&](Value at, ValueRange old) {
                llvm::SmallVector<Value> next;
                for (int64_t i = 0; i < unroll; ++i) {
                  Value offset = builder.create<arith::AddIOp>(
                      loc, at, constantIndex(i * count));
                  next.push_back(step(offset, old[i]));
                }
                return next;
              });
  for (size_t half = sums.size() / 2; half >= 1; half /= 2) {
    for (size_t i = 0; i < half; ++i)
      sums[i] = combine(kind, element->type, sums[i], sums[i + half]);
  }
  Value sum = loop(mainEnd, vectorEnd, count, sums[0],
                   [&](Value at, ValueRange old) -> llvm::SmallVector<Value> {
                     return {step(at, old[0])};
                   })[0];
  std::optional<int64_t> known = over.extent.constant();
  if (!known || *known % count != 0) {
    sum = loop(vectorEnd, extent, count, sum,
               [&](Value at, ValueRange old) -> llvm::SmallVector<Value> {
                 Value rest = builder.create<arith::SubIOp>(loc, extent, at);
                 auto maskType = VectorType::get({count}, builder.getI1Type());
                 Value mask = builder.create<vector::CreateMaskOp>(
                     loc, maskType, ValueRange{rest});
                 setMask(mask);
                 Value next = step(at, old[0]);
                 next =
                     builder.create<arith::SelectOp>(loc, mask, next, old[0]);
                 setMask({});
                 return {next};
               })[0];
  }
  lanes.reset();
  return foldLanes(kind, element->type, sum);
}

Value ElementEmitter::emitReduce(Element element) {
  if (element->reduce >= ReduceKind::ArgMax)
    return emitArgReduce(element);
  bool vector = onLanes(element);
  if (!lanes && lanesAlong(element, element->variables.back())) {
    if (element->variables.size() == 1)
      return reduceAlongLanes(element);
    // Outer variables: each turn folds one contiguous run into the sum.
    ElementNode inner = *element;
    inner.variables = {element->variables.back()};
    auto &kept = innerReductions.emplace_back(std::move(inner));
    std::function<Value(size_t, Value)> nest = [&](size_t i,
                                                   Value sum) -> Value {
      if (i + 1 == element->variables.size())
        return combine(element->reduce, element->type, sum,
                       reduceAlongLanes(&kept));
      const IndexVariable &over = element->variables[i];
      hoistReductions(element->operands[0]);
      return loop(constantIndex(0), emitIndex(over.extent), 1, sum,
                  [&](Value at, ValueRange old) -> llvm::SmallVector<Value> {
                    bindVariable(over.name, at);
                    return {nest(i + 1, old[0])};
                  })[0];
    };
    return nest(0, neutral(element->reduce, element->type, false));
  }
  return reduceSerially(element,
                        neutral(element->reduce, element->type, vector), 0);
}

/// Keeps the best value and where it was. NaN is better than anything and
/// only the Last forms replace equals (or a NaN by a later NaN).
Value ElementEmitter::emitArgReduce(Element element) {
  Element body = element->operands[0];
  const IndexVariable &over = element->variables[0];
  bool vector = onLanes(element);
  bool smallest = element->reduce == ReduceKind::ArgMin ||
                  element->reduce == ReduceKind::ArgMinLast;
  bool last = element->reduce == ReduceKind::ArgMaxLast ||
              element->reduce == ReduceKind::ArgMinLast;
  hoistReductions(body);
  Type graphType = body->type;
  Type indexType = kernelType(builder.getContext(), element->type);
  if (vector)
    indexType = VectorType::get({lanes->count}, indexType);
  auto apply = [&](ScalarFn fn, Value a, Value b) {
    return emitScalarFn(builder, loc, fn, {a, b}, graphType);
  };
  auto either = [&](Value a, Value b) -> Value {
    return builder.create<arith::OrIOp>(loc, a, b);
  };
  // The first element always wins, so start from the neutral and index 0.
  Value none = neutral(element->reduce, graphType, vector);
  Value zero = emitIntegerLiteral(builder, loc, indexType, 0);
  auto results = loop(
      constantIndex(0), emitIndex(over.extent), 1, {none, zero},
      [&](Value at, ValueRange best) -> llvm::SmallVector<Value> {
        bindVariable(over.name, at);
        Value value = emit(body);
        if (vector)
          value = broadcast(value);
        ScalarFn better =
            smallest ? (last ? ScalarFn::LessEqual : ScalarFn::Less)
                     : (last ? ScalarFn::GreaterEqual : ScalarFn::Greater);
        Value wins = apply(better, value, best[0]);
        if (isa<FloatType>(graphType)) {
          // A NaN wins over numbers (over NaN too in the Last forms), and
          // nothing but that wins over a NaN: comparisons with it are false.
          Value isNan = builder.create<arith::CmpFOp>(
              loc, arith::CmpFPredicate::UNO, value, value);
          if (!last) {
            Value bestIsNumber = builder.create<arith::CmpFOp>(
                loc, arith::CmpFPredicate::ORD, best[0], best[0]);
            isNan = builder.create<arith::AndIOp>(loc, isNan, bestIsNumber);
          }
          wins = either(wins, isNan);
        }
        Value index = builder.create<arith::IndexCastOp>(
            loc, getElementTypeOrSelf(indexType), at);
        if (vector)
          index = broadcast(index);
        return {builder.create<arith::SelectOp>(loc, wins, value, best[0]),
                builder.create<arith::SelectOp>(loc, wins, index, best[1])};
      });
  return results[1];
}

} // namespace tenon

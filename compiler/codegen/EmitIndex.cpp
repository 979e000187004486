// SPDX-License-Identifier: Apache-2.0
// Index expressions as integers of the kernel, scalar or one per lane.
#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/EmitScalarFn.h"
#include "compiler/support/IndexStride.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using llvm::StringRef;

namespace tenon {

IndexExpr ElementEmitter::linearOffset(Value tensor,
                                       llvm::ArrayRef<IndexExpr> index) {
  return elements.builder().simplify(
      ElementBuilder::linearize(index, sizesOf(tensor)));
}

std::optional<IndexExpr> ElementEmitter::strideAlong(const IndexExpr &linear,
                                                     StringRef variable) {
  bool computed = false;
  linear.walkSymbols([&](StringRef name) {
    const ComputedIndex *index = elements.builder().findComputed(name);
    computed |= index && free.dependsOn(index->value, variable);
  });
  if (computed)
    return std::nullopt;
  IndexExpr stride = stepAlong(linear, variable);
  if (stride.dependsOn(variable))
    return std::nullopt;
  return stride;
}

/// Rounds towards minus infinity; plain division where nothing is negative.
Value ElementEmitter::emitFloorDiv(const IndexAtom &leaf, bool vector) {
  auto emitSide = [&](const IndexExpr &side) {
    if (!vector)
      return emitIndex(side);
    return onLanes(side) ? emitLaneIndex(side) : broadcast(emitIndex(side));
  };
  Value a = emitSide(leaf.lhs), b = emitSide(leaf.rhs);
  if (elements.builder().isNonNegative(leaf.lhs))
    return builder.create<arith::DivUIOp>(loc, a, b);
  Value quotient = builder.create<arith::DivSIOp>(loc, a, b);
  Value product = builder.create<arith::MulIOp>(loc, quotient, b);
  // Truncation went up exactly when a is below the product (b is positive).
  Value up =
      builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, a, product);
  Value one = emitIntegerLiteral(builder, loc, quotient.getType(), 1);
  Value less = builder.create<arith::SubIOp>(loc, quotient, one);
  return builder.create<arith::SelectOp>(loc, up, less, quotient);
}

Value ElementEmitter::emitPolynomial(const IndexExpr &index, bool vector) {
  if (!index.isValid())
    failed = true;
  auto emitAtom = [&](const IndexAtom &leaf) -> Value {
    if (leaf.kind == IndexAtomKind::Symbol) {
      IndexExpr symbol = IndexExpr::symbol(leaf.name);
      if (vector && lanes && leaf.name == lanes->variable)
        return emitLaneIndex(symbol);
      if (elements.builder().findComputed(leaf.name)) {
        Value value = emitComputed(leaf.name);
        return vector ? broadcast(value) : value;
      }
      Value value = variables.lookup(leaf.name);
      if (!value)
        value = sizes.lookup(leaf.name);
      assert(value && "a symbol of an index is bound before it is emitted");
      return vector ? broadcast(value) : value;
    }
    if (leaf.kind == IndexAtomKind::FloorDiv)
      return emitFloorDiv(leaf, vector);
    auto side = [&](const IndexExpr &expr) {
      if (!vector)
        return emitIndex(expr);
      return onLanes(expr) ? emitLaneIndex(expr) : broadcast(emitIndex(expr));
    };
    Value a = side(leaf.lhs), b = side(leaf.rhs);
    if (leaf.kind == IndexAtomKind::Min)
      return builder.create<arith::MinSIOp>(loc, a, b);
    return builder.create<arith::MaxSIOp>(loc, a, b);
  };
  Type type = builder.getIndexType();
  if (vector)
    type = VectorType::get({lanes->count}, type);
  auto literal = [&](int64_t value) {
    return emitIntegerLiteral(builder, loc, type, value);
  };
  Value sum;
  for (const IndexTerm &term : index.terms()) {
    Value product;
    for (const IndexAtomRef &factor : term.factors) {
      Value value = emitAtom(*factor);
      product =
          product
              ? builder.create<arith::MulIOp>(loc, product, value).getResult()
              : value;
    }
    if (!product)
      product = literal(term.coefficient);
    else if (term.coefficient != 1)
      product = builder.create<arith::MulIOp>(loc, product,
                                              literal(term.coefficient));
    sum = sum ? builder.create<arith::AddIOp>(loc, sum, product).getResult()
              : product;
  }
  return sum ? sum : literal(0);
}

Value ElementEmitter::emitIndex(const IndexExpr &index) {
  return emitPolynomial(index, /*vector=*/false);
}

Value ElementEmitter::emitLaneIndex(const IndexExpr &index) {
  StringRef variable = lanes->variable;
  std::optional<IndexExpr> stride = strideAlong(index, variable);
  if (!stride)
    return emitPolynomial(index, /*vector=*/true);
  // base + [0, 1, 2, ...] * stride. The lane variable's own value is lane 0's.
  auto type = VectorType::get({lanes->count}, builder.getIndexType());
  llvm::SmallVector<Attribute> numbers;
  std::optional<int64_t> known = stride->constant();
  for (int64_t i = 0; i < lanes->count; ++i)
    numbers.push_back(builder.getIndexAttr(i * known.value_or(1)));
  Value steps = builder.create<arith::ConstantOp>(
      loc, DenseElementsAttr::get(type, numbers));
  if (!known)
    steps = builder.create<arith::MulIOp>(loc, steps,
                                          broadcast(emitIndex(*stride)));
  return builder.create<arith::AddIOp>(loc, broadcast(emitIndex(index)), steps);
}

//===--- Computed indices -------------------------------------------------===//

/// The position inside [0, bound), after telling of one outside.
Value ElementEmitter::reportOutside(Value position, Value bound, bool faults) {
  Type type = position.getType();
  Value zero = emitIntegerLiteral(builder, loc, type, 0);
  Value one = emitIntegerLiteral(builder, loc, type, 1);
  Value last = builder.create<arith::SubIOp>(loc, bound, one);
  if (faults && faultWord) {
    Value outside = builder.create<arith::CmpIOp>(
        loc, arith::CmpIPredicate::uge, position, bound);
    if (isa<VectorType>(type)) {
      if (lanes->mask)
        outside = builder.create<arith::AndIOp>(loc, outside, lanes->mask);
      outside = builder.create<vector::ReductionOp>(
          loc, vector::CombiningKind::OR, outside);
    }
    auto branch = builder.create<scf::IfOp>(loc, outside, false);
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    // format::FaultReason::indexOutOfRange, of a node the kernel cannot name.
    constexpr int64_t kIndexOutOfRange = 1;
    Value word = emitIntegerLiteral(builder, loc, builder.getI64Type(),
                                    kIndexOutOfRange);
    builder.create<memref::StoreOp>(loc, word, faultWord, ValueRange{});
  }
  Value low = builder.create<arith::MinSIOp>(loc, position, last);
  return builder.create<arith::MaxSIOp>(loc, low, zero);
}

Value ElementEmitter::emitComputed(StringRef name) {
  for (size_t i = cache.size(); i-- > 0;) {
    auto found = cache[i].computed.find(name);
    if (found != cache[i].computed.end())
      return found->second;
  }
  const ComputedIndex &index = *elements.builder().findComputed(name);
  Value value = emit(index.value);
  Type type = typeLike(builder.getIndexType(), value);
  Value position =
      index.value->type.isUnsignedInteger()
          ? builder.create<arith::IndexCastUIOp>(loc, type, value).getResult()
          : builder.create<arith::IndexCastOp>(loc, type, value).getResult();
  Value bound = emitIndex(index.bound);
  if (isa<VectorType>(type))
    bound = broadcast(bound);
  Value result = reportOutside(position, bound, index.faults);
  cache.back().computed[name] = result;
  return result;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Maximum and minimum as a compare and a select. The order of the operands is
// the rule for NaN, since a comparison with NaN is false: select(x > y, x, y)
// gives y when either is NaN. Targets have one instruction with that very rule;
// arith.maximumf and its like take up to six.
#include "compiler/codegen/math/MathFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tenon {
namespace {

constexpr arith::CmpFPredicate kGreater = arith::CmpFPredicate::OGT;
constexpr arith::CmpFPredicate kLess = arith::CmpFPredicate::OLT;

/// x where `predicate` holds between x and y, else y: y also for NaN.
Value choose(OpBuilder &builder, Location loc, arith::CmpFPredicate predicate,
             Value x, Value y) {
  Value mask = builder.create<arith::CmpFOp>(loc, predicate, x, y);
  return builder.create<arith::SelectOp>(loc, mask, x, y);
}

/// `ifNan` where x is NaN, else `otherwise`.
Value replaceIfNan(OpBuilder &builder, Location loc, Value x, Value ifNan,
                   Value otherwise) {
  Value isNan =
      builder.create<arith::CmpFOp>(loc, arith::CmpFPredicate::UNO, x, x);
  return builder.create<arith::SelectOp>(loc, isNan, ifNan, otherwise);
}

} // namespace

Value emitMaximum(OpBuilder &builder, Location loc, Value x, Value y) {
  Value chosen = choose(builder, loc, kGreater, x, y);
  return replaceIfNan(builder, loc, x, x, chosen);
}

Value emitMinimum(OpBuilder &builder, Location loc, Value x, Value y) {
  Value chosen = choose(builder, loc, kLess, x, y);
  return replaceIfNan(builder, loc, x, x, chosen);
}

Value emitMaximumNumber(OpBuilder &builder, Location loc, Value x, Value y) {
  Value chosen = choose(builder, loc, kGreater, x, y);
  return replaceIfNan(builder, loc, y, x, chosen);
}

Value emitMinimumNumber(OpBuilder &builder, Location loc, Value x, Value y) {
  Value chosen = choose(builder, loc, kLess, x, y);
  return replaceIfNan(builder, loc, y, x, chosen);
}

Value emitAtLeast(OpBuilder &builder, Location loc, Value x, Value bound) {
  return choose(builder, loc, kGreater, bound, x);
}

Value emitAtMost(OpBuilder &builder, Location loc, Value x, Value bound) {
  return choose(builder, loc, kLess, bound, x);
}

Value emitRelu(OpBuilder &builder, Location loc, Value x) {
  Value zero =
      builder.create<arith::ConstantOp>(loc, builder.getZeroAttr(x.getType()));
  return emitAtLeast(builder, loc, x, zero);
}

} // namespace tenon

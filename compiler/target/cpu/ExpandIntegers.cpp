// SPDX-License-Identifier: Apache-2.0
// Division that cannot trap and masks from lane numbers; the header says what
// the results are.
//
//   %q = arith.divsi %a, %b
// becomes
//   %q = arith.divsi %a, select(%b == 0 or (%a == MIN and %b == -1), 1, %b)
//
// and stays as it is when %b is a constant that cannot trap, which is the
// usual case for index arithmetic.
#include "compiler/target/cpu/ExpandIntegers.h"

#include "compiler/target/cpu/OpWriter.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>

using namespace mlir;

namespace tenon {
namespace {

using Predicate = arith::CmpIPredicate;

/// Replaces the divisor by one that cannot trap with this dividend.
Value makeSafeDivisor(OpWriter &writer, Value dividend, Value divisor,
                      bool isSigned) {
  APInt known;
  if (matchPattern(divisor, m_ConstantInt(&known)) && !known.isZero() &&
      !(isSigned && known.isAllOnes()))
    return divisor;
  Type type = divisor.getType();
  Value one = writer.constant(type, 1);
  Value traps =
      writer.compare(Predicate::eq, divisor, writer.constant(type, 0));
  if (isSigned) {
    Type element = getElementTypeOrSelf(type);
    unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    Value smallest = writer.constant(type, APInt::getSignedMinValue(width));
    Value minusOne = writer.constant(type, APInt::getAllOnes(width));
    Value overflows = writer.make<arith::AndIOp>(
        writer.compare(Predicate::eq, dividend, smallest),
        writer.compare(Predicate::eq, divisor, minusOne));
    traps = writer.make<arith::OrIOp>(traps, overflows);
  }
  return writer.make<arith::SelectOp>(traps, one, divisor);
}

/// The quotient rounded down (or up): the truncated one, corrected when the
/// remainder is not zero and its sign differs from (equals) the divisor's.
Value makeRoundedQuotient(OpWriter &writer, Value dividend, Value divisor,
                          bool isFloor) {
  Value quotient = writer.make<arith::DivSIOp>(dividend, divisor);
  Value product = writer.make<arith::MulIOp>(quotient, divisor);
  Value remainder = writer.make<arith::SubIOp>(dividend, product);
  Value zero = writer.constant(divisor.getType(), 0);
  Value one = writer.constant(divisor.getType(), 1);
  Value inexact = writer.compare(Predicate::ne, remainder, zero);
  Value signs = writer.make<arith::XOrIOp>(remainder, divisor);
  Value signMatters =
      writer.compare(isFloor ? Predicate::slt : Predicate::sge, signs, zero);
  Value corrects = writer.make<arith::AndIOp>(inexact, signMatters);
  Value corrected = isFloor ? writer.make<arith::SubIOp>(quotient, one)
                            : writer.make<arith::AddIOp>(quotient, one);
  return writer.make<arith::SelectOp>(corrects, corrected, quotient);
}

void expandDivision(Operation *op) {
  OpWriter writer(op);
  bool isSigned = !isa<arith::DivUIOp, arith::RemUIOp>(op);
  Value dividend = op->getOperand(0);
  Value divisor =
      makeSafeDivisor(writer, dividend, op->getOperand(1), isSigned);
  op->setOperand(1, divisor);
  bool isFloor = isa<arith::FloorDivSIOp>(op);
  if (!isFloor && !isa<arith::CeilDivSIOp>(op))
    return;
  op->getResult(0).replaceAllUsesWith(
      makeRoundedQuotient(writer, dividend, divisor, isFloor));
  op->erase();
}

/// The width of a lane number: that of the elements a register of this many
/// lanes holds, so that a mask needs no widening where it is used.
unsigned laneNumberWidth(int64_t lanes, int64_t vectorBytes) {
  constexpr int64_t kMaxSmallLanes = 127; // what a signed i8 counts to
  int64_t bits =
      llvm::PowerOf2Ceil(std::max<int64_t>(vectorBytes * 8 / lanes, 1));
  return std::clamp<int64_t>(bits, lanes > kMaxSmallLanes ? 32 : 8, 64);
}

void expandMask(vector::CreateMaskOp op, int64_t vectorBytes) {
  OpWriter writer(op);
  int64_t lanes = op.getType().getDimSize(0);
  // In range first: the lane numbers are narrower than an index.
  Value count = op.getOperand(0);
  Type index = count.getType();
  count = writer.make<arith::MinSIOp>(count, writer.constant(index, lanes));
  count = writer.make<arith::MaxSIOp>(count, writer.constant(index, 0));
  unsigned width = laneNumberWidth(lanes, vectorBytes);
  Type element = writer.builder.getIntegerType(width);
  auto type = VectorType::get(lanes, element);
  Value limits = writer.make<vector::BroadcastOp>(
      type, writer.make<arith::IndexCastOp>(element, count));
  SmallVector<APInt> numbers;
  for (int64_t lane = 0; lane < lanes; ++lane)
    numbers.push_back(APInt(width, lane));
  Value lane = writer.make<arith::ConstantOp>(
      cast<TypedAttr>(DenseElementsAttr::get(type, numbers)));
  op.replaceAllUsesWith(writer.compare(Predicate::slt, lane, limits));
  op.erase();
}

} // namespace

void expandIntegers(ModuleOp kernel, int64_t vectorBytes) {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
            arith::FloorDivSIOp, arith::CeilDivSIOp>(op))
      expandDivision(op);
    else if (auto mask = dyn_cast<vector::CreateMaskOp>(op))
      expandMask(mask, vectorBytes);
  }
}

} // namespace tenon

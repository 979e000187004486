// SPDX-License-Identifier: Apache-2.0
// Integer division, remainder and power with a meaning for every operand. A
// division inside a kernel never traps (compiler/ir/kernel/Kernel.h); what it
// gives for a divisor of 0 is settled here.
#include "compiler/codegen/math/Lanes.h"
#include "compiler/codegen/math/MathFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tenon {
namespace {

using lanes::Integer;
using lanes::Mask;

/// Signed or Unsigned, whichever says how the operands are read.
template <typename Signed, typename Unsigned>
Integer divide(Integer x, Integer y, bool isSigned) {
  Value value = isSigned ? x.create<Signed>(x.value, y.value)
                         : x.create<Unsigned>(x.value, y.value);
  return select(y == 0, x.constant(0), Integer(*x.builder, x.loc, value));
}

Integer remainder(Integer x, Integer y, bool isSigned) {
  return divide<arith::RemSIOp, arith::RemUIOp>(x, y, isSigned);
}

} // namespace

Value emitIntegerDivide(OpBuilder &builder, Location loc, Value x, Value y,
                        bool isSigned) {
  return divide<arith::DivSIOp, arith::DivUIOp>(
             Integer(builder, loc, x), Integer(builder, loc, y), isSigned)
      .value;
}

Value emitIntegerRemainder(OpBuilder &builder, Location loc, Value x, Value y,
                           bool isSigned) {
  return remainder(Integer(builder, loc, x), Integer(builder, loc, y), isSigned)
      .value;
}

Value emitIntegerFloorMod(OpBuilder &builder, Location loc, Value x, Value y,
                          bool isSigned) {
  Integer divisor(builder, loc, y);
  Integer rest = remainder(Integer(builder, loc, x), divisor, isSigned);
  if (!isSigned)
    return rest.value;
  Mask isOff = (rest != 0) & ((rest ^ divisor) < 0);
  return select(isOff, rest + divisor, rest).value;
}

Value emitIntegerPower(OpBuilder &builder, Location loc, Value base,
                       Value exponent, bool isSigned) {
  // One round per bit of the exponent; lanes whose bit is 0 multiply by 1.
  Integer start(builder, loc, base), bits(builder, loc, exponent);
  int64_t width = getElementTypeOrSelf(base.getType()).getIntOrFloatBitWidth();
  auto index = [&](int64_t n) {
    return builder.create<arith::ConstantIndexOp>(loc, n);
  };
  Value initial[] = {start.constant(1).value, base, exponent};
  auto square = [&](OpBuilder &inner, Location loc, Value, ValueRange state) {
    Integer product(inner, loc, state[0]), factor(inner, loc, state[1]),
        rest(inner, loc, state[2]);
    product = select((rest & 1) != 0, product * factor, product);
    inner.create<scf::YieldOp>(
        loc, ValueRange{product.value, (factor * factor).value,
                        shiftRightUnsigned(rest, 1).value});
  };
  auto loop = builder.create<scf::ForOp>(loc, index(0), index(width), index(1),
                                         initial, square);
  Integer power(builder, loc, loop.getResult(0));
  if (!isSigned)
    return power.value;

  // base^-n is a fraction, but for 1 and -1, which are their own inverses.
  Mask isFraction = (bits < 0) & (start != 1) & (start != -1);
  return select(isFraction, power.constant(0), power).value;
}

} // namespace tenon

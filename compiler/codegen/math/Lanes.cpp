// SPDX-License-Identifier: Apache-2.0
// The handles of Lanes.h: each function writes one or two operations.
#include "compiler/codegen/math/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;

namespace tenon::lanes {

Type Lanes::typeOf(Type element) const {
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    return vector.clone(element);
  return element;
}

namespace {

/// A constant of `type`, the same in all lanes.
template <typename Like> Value splat(const Like &like, TypedAttr element) {
  Type type = like.typeOf(element.getType());
  if (auto vector = dyn_cast<VectorType>(type))
    return like.template create<arith::ConstantOp>(
        DenseElementsAttr::get(vector, Attribute(element)));
  return like.template create<arith::ConstantOp>(element);
}

template <typename Op> Real binary(Real a, Operand b) {
  return Real(*a.builder, a.loc, a.create<Op>(a.value, b.like(a).value));
}

template <typename Op> Integer binary(Integer a, IntegerOperand b) {
  return Integer(*a.builder, a.loc, a.create<Op>(a.value, b.like(a).value));
}

template <typename Op> Mask binary(Mask a, Mask b) {
  return Mask(*a.builder, a.loc, a.create<Op>(a.value, b.value));
}

template <typename Op> Real unary(Real a) {
  return Real(*a.builder, a.loc, a.create<Op>(a.value));
}

Mask compare(arith::CmpFPredicate predicate, Real a, Operand b) {
  return Mask(*a.builder, a.loc,
              a.create<arith::CmpFOp>(predicate, a.value, b.like(a).value));
}

Mask compare(arith::CmpIPredicate predicate, Integer a, IntegerOperand b) {
  return Mask(*a.builder, a.loc,
              a.create<arith::CmpIOp>(predicate, a.value, b.like(a).value));
}

} // namespace

Mask operator&(Mask a, Mask b) { return binary<arith::AndIOp>(a, b); }
Mask operator|(Mask a, Mask b) { return binary<arith::OrIOp>(a, b); }
Mask operator^(Mask a, Mask b) { return binary<arith::XOrIOp>(a, b); }

Value anyLane(Mask mask) {
  if (!isa<VectorType>(mask.value.getType()))
    return mask.value;
  return mask.create<vector::ReductionOp>(vector::CombiningKind::OR,
                                          mask.value);
}

Integer Integer::constant(int64_t number) const {
  Type element = getElementTypeOrSelf(value.getType());
  return Integer(*builder, loc,
                 splat(*this, builder->getIntegerAttr(element, number)));
}

Real Integer::toReal() const {
  Type element = getElementTypeOrSelf(value.getType()).isInteger(64)
                     ? Type(builder->getF64Type())
                     : Type(builder->getF32Type());
  return Real(*builder, loc, create<arith::SIToFPOp>(typeOf(element), value));
}

Real Integer::asReal() const {
  Type element = getElementTypeOrSelf(value.getType()).isInteger(64)
                     ? Type(builder->getF64Type())
                     : Type(builder->getF32Type());
  return Real(*builder, loc, create<arith::BitcastOp>(typeOf(element), value));
}

Integer operator+(Integer a, IntegerOperand b) {
  return binary<arith::AddIOp>(a, b);
}
Integer operator-(Integer a, IntegerOperand b) {
  return binary<arith::SubIOp>(a, b);
}
Integer operator*(Integer a, IntegerOperand b) {
  return binary<arith::MulIOp>(a, b);
}
Integer operator&(Integer a, IntegerOperand b) {
  return binary<arith::AndIOp>(a, b);
}
Integer operator|(Integer a, IntegerOperand b) {
  return binary<arith::OrIOp>(a, b);
}
Integer operator^(Integer a, IntegerOperand b) {
  return binary<arith::XOrIOp>(a, b);
}
Integer operator<<(Integer a, IntegerOperand count) {
  return binary<arith::ShLIOp>(a, count);
}
Integer operator>>(Integer a, IntegerOperand count) {
  return binary<arith::ShRSIOp>(a, count);
}
Integer shiftRightUnsigned(Integer a, IntegerOperand count) {
  return binary<arith::ShRUIOp>(a, count);
}
Mask operator==(Integer a, IntegerOperand b) {
  return compare(arith::CmpIPredicate::eq, a, b);
}
Mask operator!=(Integer a, IntegerOperand b) {
  return compare(arith::CmpIPredicate::ne, a, b);
}
Mask operator<(Integer a, IntegerOperand b) {
  return compare(arith::CmpIPredicate::slt, a, b);
}
Mask operator>(Integer a, IntegerOperand b) {
  return compare(arith::CmpIPredicate::sgt, a, b);
}
Mask lessUnsigned(Integer a, IntegerOperand b) {
  return compare(arith::CmpIPredicate::ult, a, b);
}
Integer select(Mask mask, Integer yes, IntegerOperand no) {
  return Integer(
      *yes.builder, yes.loc,
      yes.create<arith::SelectOp>(mask.value, yes.value, no.like(yes).value));
}

double FloatFormat::roundingShift() const {
  return 1.5 * std::ldexp(1.0, mantissaBits);
}
int64_t FloatFormat::signMask() const {
  return int64_t(uint64_t(1) << (width - 1));
}
int64_t FloatFormat::exponentMask() const {
  return signMask() - (int64_t(1) << mantissaBits);
}

bool Real::isDouble() const {
  return getElementTypeOrSelf(value.getType()).isF64();
}

FloatFormat Real::format() const {
  return isDouble() ? FloatFormat{64, 52, 1023} : FloatFormat{32, 23, 127};
}

Real Real::constant(double number) const {
  Type element = getElementTypeOrSelf(value.getType());
  return Real(*builder, loc,
              splat(*this, builder->getFloatAttr(element, number)));
}

Integer Real::bits() const {
  Type element = builder->getIntegerType(format().width);
  return Integer(*builder, loc,
                 create<arith::BitcastOp>(typeOf(element), value));
}

Real operator+(Real a, Operand b) { return binary<arith::AddFOp>(a, b); }
Real operator-(Real a, Operand b) { return binary<arith::SubFOp>(a, b); }
Real operator-(double a, Real b) { return b.constant(a) - b; }
Real operator*(Real a, Operand b) { return binary<arith::MulFOp>(a, b); }
Real operator/(Real a, Operand b) { return binary<arith::DivFOp>(a, b); }
Real operator/(double a, Real b) { return b.constant(a) / b; }
Real operator-(Real a) { return unary<arith::NegFOp>(a); }

Mask operator<(Real a, Operand b) {
  return compare(arith::CmpFPredicate::OLT, a, b);
}
Mask operator<=(Real a, Operand b) {
  return compare(arith::CmpFPredicate::OLE, a, b);
}
Mask operator>(Real a, Operand b) {
  return compare(arith::CmpFPredicate::OGT, a, b);
}
Mask operator>=(Real a, Operand b) {
  return compare(arith::CmpFPredicate::OGE, a, b);
}
Mask operator==(Real a, Operand b) {
  return compare(arith::CmpFPredicate::OEQ, a, b);
}
Mask operator!=(Real a, Operand b) {
  return compare(arith::CmpFPredicate::UNE, a, b);
}
Mask isNan(Real a) { return compare(arith::CmpFPredicate::UNO, a, a); }

Real select(Mask mask, Operand yes, Real no) {
  return Real(
      *no.builder, no.loc,
      no.create<arith::SelectOp>(mask.value, yes.like(no).value, no.value));
}
Real select(Mask mask, Real yes, double no) {
  return select(mask, yes, yes.constant(no));
}
Real select(Mask mask, double yes, double no, Real like) {
  return select(mask, yes, like.constant(no));
}

Real fma(Real a, Operand b, Operand c) {
  return Real(*a.builder, a.loc,
              a.create<math::FmaOp>(a.value, b.like(a).value, c.like(a).value));
}
Real abs(Real a) { return unary<math::AbsFOp>(a); }
Real sqrt(Real a) { return unary<math::SqrtOp>(a); }
Real floor(Real a) { return unary<math::FloorOp>(a); }
Real ceil(Real a) { return unary<math::CeilOp>(a); }
Real trunc(Real a) { return unary<math::TruncOp>(a); }
Real roundEven(Real a) { return unary<math::RoundEvenOp>(a); }

Real withSignOf(Real a, Real sign) { return withSignOfPositive(abs(a), sign); }

Real withSignOfPositive(Real a, Real sign) {
  return (a.bits() | (sign.bits() & a.format().signMask())).asReal();
}

Real atMost(Real a, Operand bound) {
  Real limit = bound.like(a);
  return select(a > limit, limit, a);
}

Real atLeast(Real a, Operand bound) {
  Real limit = bound.like(a);
  return select(a < limit, limit, a);
}

Real powerOfTwo(Integer n, const Real &like) {
  FloatFormat format = like.format();
  return ((n + format.exponentBias) << format.mantissaBits).asReal();
}

Real polynomial(Real x, Table coefficients) {
  Real sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, coefficient);
  return sum;
}

Real toDouble(Real a) {
  Type type = a.typeOf(a.builder->getF64Type());
  return Real(*a.builder, a.loc, a.create<arith::ExtFOp>(type, a.value));
}

Real toSingle(Real a) {
  Type type = a.typeOf(a.builder->getF32Type());
  return Real(*a.builder, a.loc, a.create<arith::TruncFOp>(type, a.value));
}

namespace {

/// Widens f16 and bf16 to f32, which functions of them are computed in. The
/// way back rounds once, to nearest even: a kernel's arith.truncf always does.
Real widen(OpBuilder &builder, Location loc, Value x) {
  Type element = getElementTypeOrSelf(x.getType());
  Real real(builder, loc, x);
  if (element.isF32() || element.isF64())
    return real;
  Type type = real.typeOf(builder.getF32Type());
  return Real(builder, loc, real.create<arith::ExtFOp>(type, x));
}

Value narrow(Real result, Type type) {
  if (result.value.getType() == type)
    return result.value;
  return result.create<arith::TruncFOp>(type, result.value);
}

} // namespace

Value emitUnary(OpBuilder &builder, Location loc, Value x,
                UnaryFunction function) {
  return narrow(function(widen(builder, loc, x)), x.getType());
}

Value emitBinary(OpBuilder &builder, Location loc, Value x, Value y,
                 BinaryFunction function) {
  Real wideX = widen(builder, loc, x);
  Real wideY = widen(builder, loc, y);
  return narrow(function(wideX, wideY), x.getType());
}

} // namespace tenon::lanes

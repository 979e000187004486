// SPDX-License-Identifier: Apache-2.0
// Scalar functions of the graph IR in terms of arith and our own mathematics.
#include "compiler/codegen/EmitScalarFn.h"
#include "compiler/codegen/math/MathFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <limits>

using namespace mlir;

namespace tenon {

namespace {

/// What every case below needs.
struct Emission {
  OpBuilder &b;
  Location loc;
  ValueRange x;
  bool isFloat, isUnsigned, isBool;

  Type type() const { return x[0].getType(); }
  Value literal(double value) { return emitLiteral(b, loc, type(), value); }
  Value select(Value condition, Value a, Value c) {
    return b.create<arith::SelectOp>(loc, condition, a, c);
  }
  Value compareFloats(arith::CmpFPredicate p, Value a, Value c) {
    return b.create<arith::CmpFOp>(loc, p, a, c);
  }
  Value compareIntegers(arith::CmpIPredicate p, Value a, Value c) {
    return b.create<arith::CmpIOp>(loc, p, a, c);
  }
};

} // namespace

using MathFunction = Value (*)(OpBuilder &, Location, Value);

/// The transcendental and rounding functions, one emitter each.
static MathFunction mathFunction(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Exp:
    return emitExp;
  case ScalarFn::Log:
    return emitLog;
  case ScalarFn::Sqrt:
    return emitSqrt;
  case ScalarFn::Tanh:
    return emitTanh;
  case ScalarFn::Sigmoid:
    return emitSigmoid;
  case ScalarFn::Erf:
    return emitErf;
  case ScalarFn::Sin:
    return emitSin;
  case ScalarFn::Cos:
    return emitCos;
  case ScalarFn::Tan:
    return emitTan;
  case ScalarFn::Asin:
    return emitAsin;
  case ScalarFn::Acos:
    return emitAcos;
  case ScalarFn::Atan:
    return emitAtan;
  case ScalarFn::Sinh:
    return emitSinh;
  case ScalarFn::Cosh:
    return emitCosh;
  case ScalarFn::Asinh:
    return emitAsinh;
  case ScalarFn::Acosh:
    return emitAcosh;
  case ScalarFn::Atanh:
    return emitAtanh;
  case ScalarFn::Log1p:
    return emitLog1p;
  case ScalarFn::Expm1:
    return emitExpm1;
  case ScalarFn::Floor:
    return emitFloor;
  case ScalarFn::Ceil:
    return emitCeil;
  case ScalarFn::Trunc:
    return emitTrunc;
  case ScalarFn::Round:
    return emitRoundEven;
  default:
    return nullptr;
  }
}

static Value emitSign(Emission &e) {
  Value zero = e.literal(0), one = e.literal(1), minus = e.literal(-1);
  if (e.isUnsigned)
    return e.select(e.compareIntegers(arith::CmpIPredicate::eq, e.x[0], zero),
                    zero, one);
  if (!e.isFloat) {
    Value positive = e.compareIntegers(arith::CmpIPredicate::sgt, e.x[0], zero);
    Value negative = e.compareIntegers(arith::CmpIPredicate::slt, e.x[0], zero);
    return e.select(positive, one, e.select(negative, minus, zero));
  }
  Value positive = e.compareFloats(arith::CmpFPredicate::OGT, e.x[0], zero);
  Value negative = e.compareFloats(arith::CmpFPredicate::OLT, e.x[0], zero);
  // Zeros and NaN are their own sign.
  return e.select(positive, one, e.select(negative, minus, e.x[0]));
}

static Value emitUnary(Emission &e, ScalarFn fn) {
  OpBuilder &b = e.b;
  Location loc = e.loc;
  Value x = e.x[0];
  switch (fn) {
  case ScalarFn::Neg:
    if (e.isFloat)
      return b.create<arith::NegFOp>(loc, x);
    return b.create<arith::SubIOp>(loc, e.literal(0), x);
  case ScalarFn::Abs:
    if (e.isFloat)
      return b.create<math::AbsFOp>(loc, x);
    if (e.isUnsigned)
      return x;
    return e.select(
        e.compareIntegers(arith::CmpIPredicate::slt, x, e.literal(0)),
        b.create<arith::SubIOp>(loc, e.literal(0), x), x);
  case ScalarFn::Sign:
    return emitSign(e);
  case ScalarFn::Reciprocal:
    return b.create<arith::DivFOp>(loc, e.literal(1), x);
  case ScalarFn::Not:
    return b.create<arith::XOrIOp>(loc, x, e.literal(-1));
  case ScalarFn::IsNan:
    return e.compareFloats(arith::CmpFPredicate::UNO, x, x);
  case ScalarFn::IsInf: {
    Value infinity = e.literal(std::numeric_limits<double>::infinity());
    return e.compareFloats(arith::CmpFPredicate::OEQ,
                           b.create<math::AbsFOp>(loc, x), infinity);
  }
  default:
    break;
  }
  if (MathFunction function = mathFunction(fn))
    return e.isFloat ? function(b, loc, x) : x; // integers round to themselves
  return {};
}

static Value emitCompare(Emission &e, ScalarFn fn) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  struct Row {
    ScalarFn fn;
    F real;
    I withSign, withoutSign;
  };
  static constexpr Row kRows[] = {
      {ScalarFn::Equal, F::OEQ, I::eq, I::eq},
      {ScalarFn::NotEqual, F::UNE, I::ne, I::ne},
      {ScalarFn::Less, F::OLT, I::slt, I::ult},
      {ScalarFn::LessEqual, F::OLE, I::sle, I::ule},
      {ScalarFn::Greater, F::OGT, I::sgt, I::ugt},
      {ScalarFn::GreaterEqual, F::OGE, I::sge, I::uge},
  };
  for (const Row &row : kRows)
    if (row.fn == fn)
      return e.isFloat
                 ? e.compareFloats(row.real, e.x[0], e.x[1])
                 : e.compareIntegers(e.isUnsigned || e.isBool ? row.withoutSign
                                                              : row.withSign,
                                     e.x[0], e.x[1]);
  return {};
}

/// A shift by the width or more gives 0 (all sign bits for none: shifts of
/// the graph are logical on unsigned and arithmetic on signed integers).
static Value emitShift(Emission &e, ScalarFn fn) {
  int64_t width = getElementTypeOrSelf(e.type()).getIntOrFloatBitWidth();
  Value tooFar = e.compareIntegers(arith::CmpIPredicate::uge, e.x[1],
                                   e.literal(static_cast<double>(width)));
  Value amount = e.select(tooFar, e.literal(0), e.x[1]);
  Value shifted;
  if (fn == ScalarFn::ShiftLeft)
    shifted = e.b.create<arith::ShLIOp>(e.loc, e.x[0], amount);
  else if (e.isUnsigned)
    shifted = e.b.create<arith::ShRUIOp>(e.loc, e.x[0], amount);
  else
    shifted = e.b.create<arith::ShRSIOp>(e.loc, e.x[0], amount);
  return e.select(tooFar, e.literal(0), shifted);
}

static Value emitFloatBinary(Emission &e, ScalarFn fn) {
  OpBuilder &b = e.b;
  Value x = e.x[0], y = e.x[1];
  switch (fn) {
  case ScalarFn::Add:
    return b.create<arith::AddFOp>(e.loc, x, y);
  case ScalarFn::Sub:
    return b.create<arith::SubFOp>(e.loc, x, y);
  case ScalarFn::Mul:
    return b.create<arith::MulFOp>(e.loc, x, y);
  case ScalarFn::Div:
    return b.create<arith::DivFOp>(e.loc, x, y);
  case ScalarFn::Mod:
    return emitFloorMod(b, e.loc, x, y);
  case ScalarFn::Fmod:
    return emitFmod(b, e.loc, x, y);
  case ScalarFn::Pow:
    return emitPower(b, e.loc, x, y);
  case ScalarFn::Min:
    return emitMinimum(b, e.loc, x, y);
  case ScalarFn::Max:
    return emitMaximum(b, e.loc, x, y);
  default:
    return {};
  }
}

static Value emitIntegerBinary(Emission &e, ScalarFn fn) {
  OpBuilder &b = e.b;
  Value x = e.x[0], y = e.x[1];
  bool isSigned = !e.isUnsigned && !e.isBool;
  auto less = [&](Value p, Value q) {
    return e.compareIntegers(
        isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult, p, q);
  };
  switch (fn) {
  case ScalarFn::Add:
    return b.create<arith::AddIOp>(e.loc, x, y);
  case ScalarFn::Sub:
    return b.create<arith::SubIOp>(e.loc, x, y);
  case ScalarFn::Mul:
    return b.create<arith::MulIOp>(e.loc, x, y);
  case ScalarFn::Div:
    return emitIntegerDivide(b, e.loc, x, y, isSigned);
  case ScalarFn::Mod:
    return emitIntegerFloorMod(b, e.loc, x, y, isSigned);
  case ScalarFn::Fmod:
    return emitIntegerRemainder(b, e.loc, x, y, isSigned);
  case ScalarFn::Pow:
    return emitIntegerPower(b, e.loc, x, y, isSigned);
  case ScalarFn::Min:
    return e.select(less(x, y), x, y);
  case ScalarFn::Max:
    return e.select(less(x, y), y, x);
  case ScalarFn::And:
    return b.create<arith::AndIOp>(e.loc, x, y);
  case ScalarFn::Or:
    return b.create<arith::OrIOp>(e.loc, x, y);
  case ScalarFn::Xor:
    return b.create<arith::XOrIOp>(e.loc, x, y);
  case ScalarFn::ShiftLeft:
  case ScalarFn::ShiftRight:
    return emitShift(e, fn);
  default:
    return {};
  }
}

Value emitScalarFn(OpBuilder &builder, Location loc, ScalarFn fn,
                   ValueRange operands, Type graphType) {
  Emission e{builder,
             loc,
             operands,
             isa<FloatType>(graphType),
             graphType.isUnsignedInteger(),
             graphType.isInteger(1)};
  if (fn == ScalarFn::Select)
    return e.select(operands[0], operands[1], operands[2]);
  if (numOperands(fn) == 1)
    return emitUnary(e, fn);
  if (resultIsBool(fn))
    return emitCompare(e, fn);
  return e.isFloat ? emitFloatBinary(e, fn) : emitIntegerBinary(e, fn);
}

} // namespace tenon

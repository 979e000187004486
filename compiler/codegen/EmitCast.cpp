// SPDX-License-Identifier: Apache-2.0
// Literals, types and conversions of the kernel IR.
#include "compiler/codegen/EmitScalarFn.h"
#include "compiler/codegen/math/MathFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <cmath>

using namespace mlir;

namespace tenon {

Type kernelType(MLIRContext *context, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(context, integer.getWidth());
  if (type.isF16())
    return Float16Type::get(context);
  if (type.isBF16())
    return BFloat16Type::get(context);
  if (type.isF64())
    return Float64Type::get(context);
  if (type.isIndex())
    return IndexType::get(context);
  return Float32Type::get(context);
}

Type storageType(MLIRContext *context, Type type) {
  if (type.isInteger(1))
    return IntegerType::get(context, 8);
  return kernelType(context, type);
}

Type typeLike(Type type, Value like) {
  if (auto vector = dyn_cast<VectorType>(like.getType()))
    return VectorType::get(vector.getShape(), type);
  return type;
}

Value emitIntegerLiteral(OpBuilder &builder, Location loc, Type type,
                         int64_t value) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr number = cast<TypedAttr>(
      element.isIndex() ? builder.getIndexAttr(value)
                        : builder.getIntegerAttr(element, value));
  if (auto vector = dyn_cast<VectorType>(type))
    number = DenseElementsAttr::get(vector, Attribute(number));
  return builder.create<arith::ConstantOp>(loc, number);
}

Value emitLiteral(OpBuilder &builder, Location loc, Type type, double value) {
  Type element = getElementTypeOrSelf(type);
  if (!isa<FloatType>(element))
    return emitIntegerLiteral(builder, loc, type, static_cast<int64_t>(value));
  TypedAttr number = builder.getFloatAttr(element, value);
  if (auto vector = dyn_cast<VectorType>(type))
    number = DenseElementsAttr::get(vector, Attribute(number));
  return builder.create<arith::ConstantOp>(loc, number);
}

/// Clamped to what `width` bits hold, then converted. The bounds are exact in
/// the float type or lie just inside, so the conversion never overflows.
static Value floatToInteger(OpBuilder &b, Location loc, Value value,
                            IntegerType to) {
  Type type = value.getType();
  if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() < 32) {
    value =
        b.create<arith::ExtFOp>(loc, typeLike(b.getF32Type(), value), value);
    type = value.getType();
  }
  bool isSigned = !to.isUnsigned();
  unsigned width = to.getWidth();
  unsigned digits = getElementTypeOrSelf(type).isF64() ? 53 : 24;
  unsigned valueBits = width - (isSigned ? 1 : 0);
  double high = std::ldexp(1.0, valueBits);
  // The greatest float below 2^valueBits.
  double greatest = valueBits <= digits
                        ? high - 1
                        : high - std::ldexp(1.0, valueBits - digits);
  double least = isSigned ? -high : 0;
  Value zero = emitLiteral(b, loc, type, 0);
  Value isNumber =
      b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::ORD, value, value);
  Value number = b.create<arith::SelectOp>(loc, isNumber, value, zero);
  Value low = emitLiteral(b, loc, type, least);
  Value top = emitLiteral(b, loc, type, greatest);
  Value tooLow =
      b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::OLT, number, low);
  Value tooHigh =
      b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::OGT, number, top);
  Value inside = b.create<arith::SelectOp>(loc, tooLow, low, number);
  inside = b.create<arith::SelectOp>(loc, tooHigh, zero, inside);
  Type resultType = typeLike(IntegerType::get(b.getContext(), width), value);
  Value result =
      isSigned ? b.create<arith::FPToSIOp>(loc, resultType, inside).getResult()
               : b.create<arith::FPToUIOp>(loc, resultType, inside).getResult();
  int64_t largest =
      isSigned ? (width == 64 ? INT64_MAX : (int64_t(1) << (width - 1)) - 1)
               : -1;
  Value limit = emitIntegerLiteral(b, loc, resultType, largest);
  return b.create<arith::SelectOp>(loc, tooHigh, limit, result);
}

static Value integerToInteger(OpBuilder &b, Location loc, Value value,
                              IntegerType from, IntegerType to) {
  Type type = typeLike(IntegerType::get(b.getContext(), to.getWidth()), value);
  if (from.getWidth() == to.getWidth())
    return value;
  if (from.getWidth() > to.getWidth())
    return b.create<arith::TruncIOp>(loc, type, value);
  if (from.isUnsigned() || from.getWidth() == 1)
    return b.create<arith::ExtUIOp>(loc, type, value);
  return b.create<arith::ExtSIOp>(loc, type, value);
}

static Value toBool(OpBuilder &b, Location loc, Value value) {
  Value zero = emitLiteral(b, loc, value.getType(), 0);
  if (isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return b.create<arith::CmpFOp>(loc, arith::CmpFPredicate::UNE, value, zero);
  return b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, value, zero);
}

static Value floatToFloat(OpBuilder &b, Location loc, Value value, Type to) {
  unsigned from = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  Type type = typeLike(to, value);
  if (from < to.getIntOrFloatBitWidth())
    return b.create<arith::ExtFOp>(loc, type, value);
  if (from > to.getIntOrFloatBitWidth())
    return b.create<arith::TruncFOp>(loc, type, value);
  // Between the two half types: through fp32, where both are exact.
  Value wide =
      b.create<arith::ExtFOp>(loc, typeLike(b.getF32Type(), value), value);
  return b.create<arith::TruncFOp>(loc, type, wide);
}

Value emitCast(OpBuilder &b, Location loc, Value value, Type from, Type to) {
  if (kernelType(b.getContext(), from) == kernelType(b.getContext(), to))
    return value;
  if (to.isInteger(1))
    return toBool(b, loc, value);
  auto toInteger = dyn_cast<IntegerType>(to);
  auto fromInteger = dyn_cast<IntegerType>(from);
  if (fromInteger && toInteger)
    return integerToInteger(b, loc, value, fromInteger, toInteger);
  if (toInteger)
    return floatToInteger(b, loc, value, toInteger);
  Type target = kernelType(b.getContext(), to);
  if (!fromInteger)
    return floatToFloat(b, loc, value, target);
  // Integers reach the half types through fp32 (exact up to 24 bits, and the
  // value would overflow a half long before that matters for f16).
  Type wide =
      target.getIntOrFloatBitWidth() < 32 ? Type(b.getF32Type()) : target;
  Type type = typeLike(wide, value);
  bool isUnsigned = fromInteger.isUnsigned() || fromInteger.getWidth() == 1;
  Value result = isUnsigned
                     ? b.create<arith::UIToFPOp>(loc, type, value).getResult()
                     : b.create<arith::SIToFPOp>(loc, type, value).getResult();
  return wide == target ? result : floatToFloat(b, loc, result, target);
}

} // namespace tenon

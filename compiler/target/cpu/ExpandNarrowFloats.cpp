// SPDX-License-Identifier: Apache-2.0
// How f16 and bf16 are computed with on CPUs; what and why is in the header.
//
//   arith.addf %a, %b : bf16
// becomes
//   truncate(arith.addf extend(%a), extend(%b) : f32)
//
// Rounding to f32 and then to f16 or bf16 equals rounding once for add, sub,
// mul, div and sqrt, since f32 has more than twice the digits plus two
// (Figueroa, "When is double rounding innocuous?", 1995). It does not for a
// conversion from f64, which therefore rounds to odd in between (Boldo and
// Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms
// using rounding to odd", 2008).
#include "compiler/target/cpu/ExpandNarrowFloats.h"

#include "compiler/target/cpu/OpWriter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;

namespace tenon {
namespace {

/// The conversions that arithmetic on narrow floats is made of.
class NarrowFloatWriter : public OpWriter {
public:
  using OpWriter::OpWriter;

  /// f16 or bf16 to f32, exactly.
  Value extendToF32(Value value) {
    Type f32 = typeLike(value.getType(), builder.getF32Type());
    if (getElementTypeOrSelf(value).isF16())
      return make<arith::ExtFOp>(f32, value);
    Type i32 = integerLike(value, 32);
    Value bits = make<arith::BitcastOp>(integerLike(value, 16), value);
    Value wide = make<arith::ExtUIOp>(i32, bits);
    Value high = make<arith::ShLIOp>(wide, constant(i32, kBF16Shift));
    return make<arith::BitcastOp>(f32, high);
  }

  /// f32 to f16 or bf16, to nearest even.
  Value truncateFromF32(Value value, Type narrow) {
    Type type = typeLike(value.getType(), narrow);
    if (narrow.isF16())
      return make<arith::TruncFOp>(type, value);
    return truncateToBF16(value, type);
  }

  /// f64 to f32 with the last bit set when anything was lost, so that a second
  /// rounding to at most 22 digits is right.
  Value truncateToOdd(Value value) {
    Type f32 = typeLike(value.getType(), builder.getF32Type());
    Type i32 = integerLike(value, 32);
    Value nearest = make<arith::TruncFOp>(f32, value);
    Value back = make<arith::ExtFOp>(value.getType(), nearest);
    Value bits = make<arith::BitcastOp>(i32, nearest);
    Value one = constant(i32, 1);
    // Ordered and not equal: a NaN stays as it is.
    Value inexact = compare(arith::CmpFPredicate::ONE, back, value);
    Value low = make<arith::AndIOp>(bits, one);
    Value even = compare(arith::CmpIPredicate::eq, low, constant(i32, 0));
    Value tooLarge =
        compare(arith::CmpFPredicate::OGT, make<math::AbsFOp>(back),
                make<math::AbsFOp>(value));
    Value neighbour =
        make<arith::SelectOp>(tooLarge, make<arith::SubIOp>(bits, one),
                              make<arith::AddIOp>(bits, one));
    Value moves = make<arith::AndIOp>(inexact, even);
    Value odd = make<arith::SelectOp>(moves, neighbour, bits);
    return make<arith::BitcastOp>(f32, odd);
  }

private:
  /// A bf16 is the upper half of an f32.
  static constexpr uint64_t kBF16Shift = 16;
  /// Half a unit of the last kept place, less one: ties go by the odd bit.
  static constexpr uint64_t kBF16HalfBelow = 0x7fff;
  static constexpr uint64_t kBF16QuietBit = 0x40;

  /// Integer rounding: denormals are kept, which AVX512_BF16's instruction
  /// does not do, and a NaN stays one and becomes quiet.
  Value truncateToBF16(Value value, Type type) {
    Type i32 = integerLike(value, 32);
    Value shift = constant(i32, kBF16Shift);
    Value bits = make<arith::BitcastOp>(i32, value);
    Value high = make<arith::ShRUIOp>(bits, shift);
    Value odd = make<arith::AndIOp>(high, constant(i32, 1));
    Value bias = make<arith::AddIOp>(odd, constant(i32, kBF16HalfBelow));
    Value sum = make<arith::AddIOp>(bits, bias);
    Value rounded = make<arith::ShRUIOp>(sum, shift);
    Value isNaN = compare(arith::CmpFPredicate::UNO, value, value);
    Value quiet = make<arith::OrIOp>(high, constant(i32, kBF16QuietBit));
    Value chosen = make<arith::SelectOp>(isNaN, quiet, rounded);
    Value half = make<arith::TruncIOp>(integerLike(value, 16), chosen);
    return make<arith::BitcastOp>(type, half);
  }
};

bool isNarrow(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

/// Operations that compute with floats, and are done in f32 when those are
/// narrow.
bool isArithmetic(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             arith::NegFOp, arith::CmpFOp, math::FloorOp, math::CeilOp,
             math::RoundEvenOp, math::TruncOp, math::SqrtOp, math::AbsFOp,
             math::CopySignOp>(op);
}

void computeInF32(Operation *op) {
  NarrowFloatWriter writer(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(writer.extendToF32(operand));
  Type result = op->getResult(0).getType();
  bool isResultNarrow = isNarrow(result);
  OperationState state(op->getLoc(), op->getName().getStringRef(), operands,
                       isResultNarrow ? TypeRange(operands[0].getType())
                                      : TypeRange(result),
                       op->getAttrs());
  Value wide = writer.builder.create(state)->getResult(0);
  if (isResultNarrow)
    wide = writer.truncateFromF32(wide, getElementTypeOrSelf(result));
  op->getResult(0).replaceAllUsesWith(wide);
  op->erase();
}

void expandExtension(arith::ExtFOp op) {
  NarrowFloatWriter writer(op);
  Value wide = writer.extendToF32(op.getIn());
  if (wide.getType() != op.getType())
    wide = writer.make<arith::ExtFOp>(op.getType(), wide);
  op.replaceAllUsesWith(wide);
  op.erase();
}

void expandTruncation(arith::TruncFOp op) {
  NarrowFloatWriter writer(op);
  Value value = op.getIn();
  if (getElementTypeOrSelf(value).isF64())
    value = writer.truncateToOdd(value);
  op.replaceAllUsesWith(
      writer.truncateFromF32(value, getElementTypeOrSelf(op.getType())));
  op.erase();
}

/// Integers to f16 go through f32: those that f32 cannot hold are beyond
/// f16's range anyway. To bf16, wide ones go through f64 and its odd rounding;
/// beyond 2^53 an i64 rounds to f64 first.
void expandFromInteger(Operation *op) {
  NarrowFloatWriter writer(op);
  Type result = op->getResult(0).getType();
  Type narrow = getElementTypeOrSelf(result);
  unsigned width =
      getElementTypeOrSelf(op->getOperand(0)).getIntOrFloatBitWidth();
  bool needsF64 = narrow.isBF16() && width > 16;
  Type step = needsF64 ? Type(writer.builder.getF64Type())
                       : Type(writer.builder.getF32Type());
  OperationState state(op->getLoc(), op->getName().getStringRef(),
                       op->getOperands(), OpWriter::typeLike(result, step),
                       op->getAttrs());
  Value wide = writer.builder.create(state)->getResult(0);
  if (needsF64)
    wide = writer.truncateToOdd(wide);
  op->getResult(0).replaceAllUsesWith(writer.truncateFromF32(wide, narrow));
  op->erase();
}

/// A bf16 constant becomes the constant of its bits: bf16 has no type of its
/// own below this level.
void expandConstant(arith::ConstantOp op) {
  NarrowFloatWriter writer(op);
  Type bitsType =
      OpWriter::typeLike(op.getType(), writer.builder.getIntegerType(16));
  TypedAttr bits;
  if (auto scalar = dyn_cast<FloatAttr>(op.getValue()))
    bits = writer.builder.getIntegerAttr(bitsType,
                                         scalar.getValue().bitcastToAPInt());
  else
    bits = cast<DenseFPElementsAttr>(op.getValue())
               .mapValues(
                   writer.builder.getIntegerType(16),
                   [](const APFloat &value) { return value.bitcastToAPInt(); });
  Value integer = writer.builder.create<arith::ConstantOp>(op.getLoc(), bits);
  op.replaceAllUsesWith(writer.make<arith::BitcastOp>(op.getType(), integer));
  op.erase();
}

void expandOp(Operation *op, bool hasHalfArithmetic) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (getElementTypeOrSelf(constant.getType()).isBF16())
      expandConstant(constant);
    return;
  }
  if (op->getNumResults() != 1 || op->getNumOperands() == 0)
    return;
  Type from = op->getOperand(0).getType();
  Type to = op->getResult(0).getType();
  if (isArithmetic(op) && isNarrow(from)) {
    if (!hasHalfArithmetic || !getElementTypeOrSelf(from).isF16())
      computeInF32(op);
  } else if (auto extension = dyn_cast<arith::ExtFOp>(op)) {
    if (isNarrow(from))
      expandExtension(extension);
  } else if (auto truncation = dyn_cast<arith::TruncFOp>(op)) {
    if (isNarrow(to))
      expandTruncation(truncation);
  } else if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    if (isNarrow(to))
      expandFromInteger(op);
  } else if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
    if (isNarrow(from))
      op->setOperand(0, NarrowFloatWriter(op).extendToF32(op->getOperand(0)));
  }
}

/// Gives every bf16 value, vector and memref the type i16 instead: LLVM has no
/// such type on most x86 CPUs and would move it by library calls. The operands
/// of a target's intrinsic stay what they are, behind a bitcast.
void storeBF16AsI16(ModuleOp kernel) {
  SmallVector<std::pair<OpOperand *, Type>> intrinsicOperands;
  kernel.walk([&](LLVM::CallIntrinsicOp op) {
    for (OpOperand &operand : op->getOpOperands())
      if (getElementTypeOrSelf(operand.get()).isBF16())
        intrinsicOperands.push_back({&operand, operand.get().getType()});
  });
  AttrTypeReplacer replacer;
  replacer.addReplacement([](BFloat16Type type) -> std::optional<Type> {
    return IntegerType::get(type.getContext(), 16);
  });
  replacer.recursivelyReplaceElementsIn(kernel, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  for (auto [operand, type] : intrinsicOperands) {
    OpWriter writer(operand->getOwner());
    operand->set(writer.make<LLVM::BitcastOp>(type, operand->get()));
  }
  kernel.walk([&](arith::BitcastOp op) {
    if (op.getIn().getType() != op.getType())
      return;
    op.replaceAllUsesWith(op.getIn());
    op.erase();
  });
}

} // namespace

void expandNarrowFloats(ModuleOp kernel, bool hasHalfArithmetic) {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    expandOp(op, hasHalfArithmetic);
  storeBF16AsI16(kernel);
}

} // namespace tenon

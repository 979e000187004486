// SPDX-License-Identifier: Apache-2.0
// Fences between bitwise operations and choices.
#include "compiler/target/cpu/FenceSelects.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tenon {
namespace {

/// The bitwise operation that makes `value`, seen through bitcasts; signs of
/// floats are set and dropped by such operations as well.
Instruction *bitwise(Value *value) {
  while (auto *cast = dyn_cast<BitCastInst>(value))
    value = cast->getOperand(0);
  auto *made = dyn_cast<Instruction>(value);
  if (!made)
    return nullptr;
  if (auto *call = dyn_cast<IntrinsicInst>(made)) {
    Intrinsic::ID id = call->getIntrinsicID();
    return id == Intrinsic::fabs || id == Intrinsic::copysign ? made : nullptr;
  }
  return made->isBitwiseLogicOp() || made->getOpcode() == Instruction::FNeg
             ? made
             : nullptr;
}

/// Whether `value` may become one instruction of three operands.
bool isNested(Value *value) {
  Instruction *outer = bitwise(value);
  if (!outer)
    return false;
  auto *call = dyn_cast<IntrinsicInst>(outer);
  if (call && call->getIntrinsicID() == Intrinsic::copysign)
    return true;
  return any_of(outer->operands(),
                [](Value *operand) { return bitwise(operand); });
}

void fence(SelectInst &select, unsigned operand) {
  constexpr unsigned kFloatBits = 32;
  Value *value = select.getOperand(operand);
  Type *type = value->getType();
  uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (bits % kFloatBits != 0)
    return; // narrower than any vector register
  IRBuilder<> builder(&select);
  Type *floats = FixedVectorType::get(builder.getFloatTy(), bits / kFloatBits);
  Value *fenced = builder.CreateArithmeticFence(
      builder.CreateBitCast(value, floats), floats);
  select.setOperand(operand, builder.CreateBitCast(fenced, type));
}

} // namespace

void fenceSelects(Module &module, const TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86() ||
      !machine.getMCSubtargetInfo()->checkFeatures("+avx512f"))
    return;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *select = dyn_cast<SelectInst>(&instruction);
      if (!select || !isa<FixedVectorType>(select->getCondition()->getType()))
        continue;
      for (unsigned operand : {1u, 2u})
        if (isNested(select->getOperand(operand)))
          fence(*select, operand);
    }
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Refuses a kernel module that breaks the contract of Kernel.h, before any
// lowering: what comes later would miscompile it, call a library that is not
// there, or fail with a message about someone else's operation. The table of
// operations below is the contract's list; keep both in step.
#include "compiler/ir/kernel/Kernel.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tenon {
namespace {

/// Every operation that may stand in a kernel, by dialect.
constexpr llvm::StringLiteral kAllowedOps[] = {
    // Structure and control.
    "builtin.module", "func.func", "func.return", "scf.for", "scf.if",
    "scf.while", "scf.condition", "scf.index_switch", "scf.yield", "cf.br",
    "cf.cond_br", "cf.switch", "ub.poison",
    // Integers.
    "arith.addi", "arith.subi", "arith.muli", "arith.divsi", "arith.divui",
    "arith.remsi", "arith.remui", "arith.ceildivsi", "arith.floordivsi",
    "arith.andi", "arith.ori", "arith.xori", "arith.shli", "arith.shrsi",
    "arith.shrui", "arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui",
    "arith.cmpi", "arith.addui_extended", "arith.mulsi_extended",
    "arith.mului_extended", "arith.extsi", "arith.extui", "arith.trunci",
    "arith.index_cast", "arith.index_castui", "math.absi", "math.ctlz",
    "math.cttz", "math.ctpop",
    // Floats.
    "arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.negf",
    "arith.cmpf", "arith.extf", "arith.truncf", "arith.sitofp", "arith.uitofp",
    "arith.fptosi", "arith.fptoui", "math.fma", "math.floor", "math.ceil",
    "math.roundeven", "math.trunc", "math.sqrt", "math.absf", "math.copysign",
    // Either.
    "arith.constant", "arith.select", "arith.bitcast",
    // Memory.
    "memref.reinterpret_cast", "memref.load", "memref.store", "memref.prefetch",
    "memref.atomic_rmw", "vector.load", "vector.store", "vector.maskedload",
    "vector.maskedstore", "vector.gather", "vector.scatter",
    // Values in vector registers.
    "vector.broadcast", "vector.splat", "vector.shuffle", "vector.interleave",
    "vector.deinterleave", "vector.extract", "vector.insert",
    "vector.extractelement", "vector.insertelement",
    "vector.extract_strided_slice", "vector.insert_strided_slice",
    "vector.transpose", "vector.shape_cast", "vector.bitcast",
    "vector.reduction", "vector.create_mask", "vector.constant_mask",
    "vector.step",
    // Checked by name of the intrinsic.
    "llvm.call_intrinsic"};

/// What to do instead, for operations that people reach for.
struct Advice {
  llvm::StringLiteral op;
  llvm::StringLiteral text;
};
constexpr Advice kAdvice[] = {
    {"arith.maximumf", "write arith.cmpf and arith.select"},
    {"arith.minimumf", "write arith.cmpf and arith.select"},
    {"arith.maxnumf", "write arith.cmpf and arith.select"},
    {"arith.minnumf", "write arith.cmpf and arith.select"},
    {"arith.remf", "it would call fmod; write the division out"},
    {"vector.fma", "write math.fma"},
    {"vector.transfer_read", "write vector.load or vector.maskedload"},
    {"vector.transfer_write", "write vector.store or vector.maskedstore"},
    {"memref.copy", "write a loop; a copy may call memcpy"},
    {"memref.alloc", "pass scratch memory as a buffer"},
    {"memref.alloca", "pass scratch memory as a buffer"},
    {"memref.get_global", "write arith.constant, or pass a buffer"},
    {"func.call", "write the callee's body in place"},
};

StringRef adviceFor(StringRef op) {
  for (const Advice &advice : kAdvice)
    if (advice.op == op)
      return advice.text;
  if (op.starts_with("math."))
    return "expand it into arithmetic: no mathematical library exists at run "
           "time";
  return "only the operations listed in compiler/ir/kernel/KernelCheck.cpp "
         "reach a target";
}

bool isAllowedElement(Type type) {
  if (type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
      type.isIndex())
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || !integer.isSignless())
    return false;
  unsigned width = integer.getWidth();
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

bool isNarrowFloat(Type type) { return type.isF16() || type.isBF16(); }

/// Checks one module; holds what is the same for all its operations.
class KernelChecker {
public:
  explicit KernelChecker(ArrayRef<StringRef> intrinsics)
      : intrinsics(intrinsics) {
    for (StringRef name : kAllowedOps)
      allowedOps.insert(name);
  }

  LogicalResult check(Operation *op) {
    StringRef name = op->getName().getStringRef();
    if (!allowedOps.contains(name))
      return op->emitError("'")
             << name << "' may not stand in a kernel: " << adviceFor(name);
    if (failed(checkTypes(op)) || failed(checkFastMath(op)))
      return failure();
    if (name.starts_with("vector."))
      return checkVector(op);
    if (name == "math.fma" && isNarrowFloat(elementOf(op->getResult(0))))
      return op->emitError("'math.fma' on ")
             << op->getResult(0).getType()
             << ": targets would round it differently; extend to f32, or "
                "write arith.mulf and arith.addf";
    if (name == "memref.atomic_rmw" && !elementOf(op->getResult(0)).isInteger())
      return op->emitError("'memref.atomic_rmw' of ")
             << op->getResult(0).getType()
             << ": the result would depend on the order of threads";
    if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
      return checkIntrinsic(call);
    return success();
  }

private:
  static Type elementOf(Value value) {
    return getElementTypeOrSelf(value.getType());
  }

  static SmallVector<Type> typesOf(Operation *op) {
    SmallVector<Type> types(op->getOperandTypes());
    types.append(op->result_type_begin(), op->result_type_end());
    return types;
  }

  LogicalResult checkTypes(Operation *op) {
    for (Type type : typesOf(op))
      if (failed(checkType(op, type)))
        return failure();
    return success();
  }

  LogicalResult checkType(Operation *op, Type type) {
    if (auto memref = dyn_cast<MemRefType>(type)) {
      Type element = memref.getElementType();
      // Bits of i1 would be packed by vectors and not by scalars.
      if (element.isInteger(1) || element.isIndex())
        return op->emitError("memory of ")
               << element << ": use i8 or i64 elements";
      type = element;
    } else if (auto vector = dyn_cast<VectorType>(type)) {
      if (vector.isScalable() || vector.getRank() == 0)
        return op->emitError("type ")
               << type << ": a vector has a fixed size and a dimension";
      type = vector.getElementType();
    }
    if (isAllowedElement(type))
      return success();
    return op->emitError("type ")
           << type
           << " may not stand in a kernel; allowed are i1, i8, i16, i32, i64, "
              "index, f16, bf16, f32, f64";
  }

  /// Any of these flags lets a target choose another result.
  LogicalResult checkFastMath(Operation *op) {
    auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
    arith::FastMathFlagsAttr flags =
        fast ? fast.getFastMathFlagsAttr() : nullptr;
    if (!flags || flags.getValue() == arith::FastMathFlags::none)
      return success();
    return op->emitError("fast-math flags may not stand in a kernel: every "
                         "target gives the same bits");
  }

  LogicalResult checkVector(Operation *op) {
    if (isa<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
            vector::MaskedStoreOp, vector::GatherOp, vector::ScatterOp,
            vector::CreateMaskOp, vector::ConstantMaskOp>(op))
      return checkOneDimensional(op);
    if (auto reduction = dyn_cast<vector::ReductionOp>(op))
      return checkReduction(reduction);
    return success();
  }

  LogicalResult checkOneDimensional(Operation *op) {
    for (Type type : typesOf(op)) {
      auto vector = dyn_cast<VectorType>(type);
      if (vector && vector.getRank() != 1)
        return op->emitError("'")
               << op->getName() << "' of " << vector
               << ": memory is accessed by 1-D vectors; write one access per "
                  "row";
    }
    return success();
  }

  /// Floats add and multiply only: the others have a NaN rule of their own.
  LogicalResult checkReduction(vector::ReductionOp op) {
    Type element = op.getVector().getType().getElementType();
    using Kind = vector::CombiningKind;
    if (isa<IntegerType, IndexType>(element))
      return success();
    if (isNarrowFloat(element))
      return op.emitError("'vector.reduction' of ")
             << element << ": extend to f32 first";
    if (op.getKind() == Kind::ADD || op.getKind() == Kind::MUL)
      return success();
    return op.emitError("'vector.reduction' of floats adds or multiplies; "
                        "write other reductions as a tree of arith.cmpf and "
                        "arith.select");
  }

  LogicalResult checkIntrinsic(LLVM::CallIntrinsicOp op) {
    if (llvm::is_contained(intrinsics, op.getIntrin()))
      return success();
    return op.emitError("intrinsic '")
           << op.getIntrin()
           << "' is not one that the target's facts name; ask the facts "
              "before writing it";
  }

  ArrayRef<StringRef> intrinsics;
  llvm::StringSet<> allowedOps;
};

} // namespace

LogicalResult verifyKernel(ModuleOp module, ArrayRef<StringRef> intrinsics) {
  func::FuncOp kernel = getKernel(module);
  if (!kernel || kernel.isExternal())
    return module.emitError("a kernel module holds one function with a body, "
                            "named '")
           << kKernelName << "'";
  for (Operation &op : *module.getBody())
    if (&op != kernel.getOperation())
      return op.emitError("a kernel module holds nothing but its kernel");
  if (failed(readKernelSignature(kernel)))
    return failure();
  KernelChecker checker(intrinsics);
  WalkResult result = kernel.walk([&](Operation *op) {
    return failed(checker.check(op)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace tenon

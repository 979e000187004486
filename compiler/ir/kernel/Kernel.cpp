// SPDX-License-Identifier: Apache-2.0
// Making and reading kernel modules; the contract they follow is in Kernel.h.
#include "compiler/ir/kernel/Kernel.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;

namespace tenon {

void registerKernelDialects(DialectRegistry &registry) {
  registry
      .insert<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
              LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
              scf::SCFDialect, ub::UBDialect, vector::VectorDialect>();
}

void loadKernelDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerKernelDialects(registry);
  context.appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context.getOrLoadDialect(name);
}

OwningOpRef<ModuleOp> createKernelModule(Location loc,
                                         ArrayRef<KernelBuffer> buffers,
                                         int64_t numSizes) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder(module->getBodyRegion());
  SmallVector<Type> arguments;
  for (const KernelBuffer &buffer : buffers)
    arguments.push_back(MemRefType::get({}, buffer.element));
  // Sizes, then begin and end.
  arguments.append(numSizes + 2, builder.getIndexType());
  auto kernel = builder.create<func::FuncOp>(
      loc, kKernelName, builder.getFunctionType(arguments, {}));
  for (auto [index, buffer] : llvm::enumerate(buffers))
    if (buffer.noAlias)
      kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
  kernel.addEntryBlock();
  return module;
}

func::FuncOp getKernel(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>(kKernelName);
}

static LogicalResult checkBuffer(func::FuncOp kernel, unsigned index) {
  auto type = cast<MemRefType>(kernel.getArgumentTypes()[index]);
  Type element = type.getElementType();
  bool isData = element.isF16() || element.isBF16() || element.isF32() ||
                element.isF64() || element.isInteger(8) ||
                element.isInteger(16) || element.isInteger(32) ||
                element.isInteger(64);
  if (type.getRank() == 0 && !type.getMemorySpace() && isData)
    return success();
  return kernel.emitError("argument ")
         << index << " of the kernel is " << type
         << "; a buffer is a rank-0 memref of i8, i16, i32, i64, f16, bf16, "
            "f32 or f64, viewed by memref.reinterpret_cast";
}

FailureOr<KernelSignature> readKernelSignature(func::FuncOp kernel) {
  KernelSignature signature;
  if (kernel.getNumResults() != 0)
    return kernel.emitError("a kernel returns nothing; write to a buffer");
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (isa<MemRefType>(type) && signature.numSizes == 0) {
      if (failed(checkBuffer(kernel, index)))
        return failure();
      ++signature.numBuffers;
    } else if (type.isIndex()) {
      ++signature.numSizes;
    } else {
      return kernel.emitError("argument ")
             << index << " of the kernel is " << type
             << "; expected memrefs, then index values";
    }
  }
  if (signature.numSizes < 2)
    return kernel.emitError(
        "the last two arguments of a kernel are begin and end, of type index");
  signature.numSizes -= 2;
  return signature;
}

} // namespace tenon

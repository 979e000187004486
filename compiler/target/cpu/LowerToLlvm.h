// SPDX-License-Identifier: Apache-2.0
// The one conversion from a kernel's dialects to the LLVM dialect, with the
// entry that the runtime calls. Between the expansions (ExpandNarrowFloats,
// ExpandIntegers) and EmitObject.
#ifndef TENON_COMPILER_TARGET_CPU_LOWERTOLLVM_H
#define TENON_COMPILER_TARGET_CPU_LOWERTOLLVM_H

#include "compiler/ir/kernel/Kernel.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace tenon {

/// Adds what translateKernel needs in a context.
void registerLlvmTranslations(mlir::DialectRegistry &registry);

/// Lowers a checked and expanded kernel. Afterwards the module holds
///   void kernel(void *const *buffers, const int64_t *sizes,
///               int64_t begin, int64_t end)
/// which loads the pointers and sizes and calls the body, an internal function
/// that is never inlined: it would lose the noalias of its arguments.
mlir::LogicalResult lowerToLlvm(mlir::ModuleOp module,
                                KernelSignature signature);

/// Turns a lowered module into LLVM IR; null after a diagnostic.
std::unique_ptr<llvm::Module> translateKernel(mlir::ModuleOp module,
                                              llvm::LLVMContext &context);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_LOWERTOLLVM_H

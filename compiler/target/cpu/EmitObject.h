// SPDX-License-Identifier: Apache-2.0
// LLVM IR of one kernel to an ELF object in memory: function attributes, a
// short list of optimisations, machine code. After LowerToLlvm, before
// ObjectReader.
#ifndef TENON_COMPILER_TARGET_CPU_EMITOBJECT_H
#define TENON_COMPILER_TARGET_CPU_EMITOBJECT_H

#include "compiler/target/cpu/CpuModel.h"

namespace llvm {
class Module;
} // namespace llvm

namespace tenon {

/// Optimises `module` and returns the bytes of its object. Safe to call from
/// many threads, each with a module in a context of its own.
llvm::Expected<std::string> emitObject(llvm::Module &module,
                                       const CpuModel &model,
                                       const StageListener &listener);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_EMITOBJECT_H

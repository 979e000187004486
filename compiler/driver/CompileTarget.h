// SPDX-License-Identifier: Apache-2.0
// One target's half of an engine: from the shared graph to program and code.
#ifndef TENON_COMPILER_DRIVER_COMPILETARGET_H
#define TENON_COMPILER_DRIVER_COMPILETARGET_H

#include "compiler/codegen/EmitKernel.h"
#include "compiler/driver/CollectDiagnostics.h"
#include "compiler/driver/CompileModel.h"
#include "compiler/target/CompileKernels.h"
#include "mlir/IR/OwningOpRef.h"

namespace tenon {

struct CompiledTarget {
  std::unique_ptr<Target> target;
  mlir::OwningOpRef<mlir::ModuleOp> module; // kernels formed
  std::vector<KernelPlan> plans;            // per launched kernel
  CompiledKernels kernels;
  format::Program program;
  std::vector<Remark> remarks; // of this target's passes
  TargetReport report;
  Failure failure;
};

/// Everything but the code: kernels formed, schedules chosen, the launch list
/// written. Arguments as of compileTarget.
CompiledTarget planTarget(mlir::ModuleOp shared, const std::string &name,
                          const CompileOptions &options,
                          format::ConstantPool &pool,
                          std::deque<std::vector<char>> &owned);

/// Compiles `shared` (which is not changed) for the target `name`. Constants
/// go to `pool`; literals live in `owned`.
CompiledTarget compileTarget(mlir::ModuleOp shared, const std::string &name,
                             const CompileOptions &options,
                             format::ConstantPool &pool,
                             std::deque<std::vector<char>> &owned);

/// What the engine says of its decisions: {"version":1,"variants":[{"target",
/// "kernels":[{"name","class","schedule","nodes","operations","bytes",
/// "parallel" (formulas), "operations_at_optimum","bytes_at_optimum"}],
/// "remarks":[{"node","text"}]}]}; `shared` are the remarks of the passes
/// before targets.
std::string explainJson(llvm::ArrayRef<const CompiledTarget *> targets,
                        llvm::ArrayRef<Remark> shared);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_COMPILETARGET_H

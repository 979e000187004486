// SPDX-License-Identifier: Apache-2.0
// The launch list of a model whose ops have become kernels: which buffer each
// tensor is, which steps run in which order, what is checked at bind.
#ifndef TENON_COMPILER_PLAN_BUILDPROGRAM_H
#define TENON_COMPILER_PLAN_BUILDPROGRAM_H

#include "compiler/ir/graph/Graph.h"
#include "compiler/ir/kernel/KernelLaunch.h"
#include "format/EngineWriter.h"
#include "format/Program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// A constant's bytes for the engine: views of weights, or literals that live
/// in `owned` as long as the writer.
struct PlannedConstants {
  format::ConstantPool &pool;
  std::deque<std::vector<char>> &owned;
};

/// Builds the program of `function` (kernels, constants, return). `launches`
/// and `kernels` (indices into the variant's code) have one entry per
/// kernel that `launchedKernels` lists. Fails with a diagnostic.
mlir::FailureOr<format::Program>
buildProgram(mlir::func::FuncOp function, llvm::ArrayRef<KernelLaunch> launches,
             llvm::ArrayRef<uint32_t> kernels, PlannedConstants constants);

/// The kernels that have code, in launch order: all but those that are only
/// another view of their operand's memory.
llvm::SmallVector<KernelOp> launchedKernels(mlir::func::FuncOp function);

/// The byte offset at which `kernel`'s result lies inside its first operand,
/// when it is nothing but a contiguous part of it; absent otherwise.
std::optional<IndexExpr> viewOffset(KernelOp kernel);

} // namespace tenon

#endif // TENON_COMPILER_PLAN_BUILDPROGRAM_H

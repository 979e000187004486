// SPDX-License-Identifier: Apache-2.0
// The passes of the compiler, in order.
#ifndef TENON_COMPILER_DRIVER_PIPELINE_H
#define TENON_COMPILER_DRIVER_PIPELINE_H

#include "compiler/driver/Options.h"
#include "compiler/ir/kernel/TargetFacts.h"
#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// What a pass may know beside the module.
struct PassContext {
  const TargetFacts &facts;
  const CompileOptions &options;
};

/// One line of the pipeline.
struct Pass {
  const char *name;
  const char *reason; // why it is there, and why at this place
  mlir::LogicalResult (*run)(mlir::ModuleOp, const PassContext &);
};

/// Wall time of one pass, milliseconds.
struct PassTime {
  const char *name;
  double milliseconds;
};

/// The passes that do not depend on a target, in order.
llvm::ArrayRef<Pass> sharedPasses();
/// The passes of one target, in order; afterwards the module holds kernels.
llvm::ArrayRef<Pass> targetPasses();
/// Names that CompileOptions::dumpAt takes: of passes in their order, of
/// stages of single kernels, and "all".
llvm::SmallVector<llvm::StringRef> dumpStages();

/// Runs `passes` over `module`: checks the level and dumps after each, as the
/// options say.
mlir::LogicalResult runPasses(llvm::ArrayRef<Pass> passes,
                              mlir::ModuleOp module, const PassContext &context,
                              std::vector<PassTime> &times);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_PIPELINE_H

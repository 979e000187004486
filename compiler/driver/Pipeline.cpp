// SPDX-License-Identifier: Apache-2.0
// The compiler's table of contents: every pass in order, each with its reason.
#include "compiler/driver/Pipeline.h"
#include "compiler/fuse/FormKernels.h"
#include "compiler/transform/FoldConstants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tenon {

static LogicalResult
onMain(ModuleOp module, llvm::function_ref<LogicalResult(func::FuncOp)> run) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  return main ? run(main) : module.emitError("the module has no @main");
}

static LogicalResult runCse(ModuleOp module, const PassContext &) {
  PassManager manager(module.getContext());
  manager.addPass(createCSEPass());
  return manager.run(module);
}

static LogicalResult runFoldConstants(ModuleOp module, const PassContext &) {
  return onMain(module, foldConstants);
}

static LogicalResult runFormKernels(ModuleOp module, const PassContext &) {
  return onMain(module, formKernels);
}

static constexpr Pass kSharedPasses[] = {
    {"cse",
     "shape arithmetic of the model has become attributes: drop the ops that "
     "computed it, and equal ops, before anything is evaluated",
     runCse},
    {"fold-constants",
     "what depends on constants alone is computed once, by the reference, so "
     "that later passes see weights",
     runFoldConstants},
};

static constexpr Pass kTargetPasses[] = {
    {"form-kernels",
     "last on the graph: decides what stays in registers and what goes to "
     "memory; everything before it may still move ops freely",
     runFormKernels},
};

llvm::ArrayRef<Pass> sharedPasses() { return kSharedPasses; }
llvm::ArrayRef<Pass> targetPasses() { return kTargetPasses; }

} // namespace tenon

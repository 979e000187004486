// SPDX-License-Identifier: Apache-2.0
// The compiler's table of contents: every pass in order, each with its reason.
#include "compiler/driver/Pipeline.h"
#include "compiler/fuse/FormKernels.h"
#include "compiler/transform/CancelTransposes.h"
#include "compiler/transform/ChooseLayout.h"
#include "compiler/transform/FoldConstants.h"
#include "compiler/transform/FoldScale.h"
#include "compiler/transform/MoveTransposes.h"
#include "compiler/transform/PackWeights.h"
#include "compiler/transform/SimplifyFunctions.h"
#include "compiler/transform/SliceGathers.h"
#include "compiler/transform/SubpixelConvolutions.h"
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

static LogicalResult runFoldScale(ModuleOp module, const PassContext &) {
  return onMain(module, foldScale);
}

static LogicalResult runSimplifyFunctions(ModuleOp module,
                                          const PassContext &) {
  return onMain(module, simplifyFunctions);
}

static LogicalResult runSliceGathers(ModuleOp module, const PassContext &) {
  return onMain(module, sliceGathers);
}

static LogicalResult runSubpixelConvolutions(ModuleOp module,
                                             const PassContext &) {
  return onMain(module, subpixelConvolutions);
}

static LogicalResult runChooseLayout(ModuleOp module, const PassContext &) {
  return onMain(module, chooseLayout);
}

static LogicalResult runMoveTransposes(ModuleOp module, const PassContext &) {
  return onMain(module, moveTransposes);
}

static LogicalResult runCancelTransposes(ModuleOp module, const PassContext &) {
  return onMain(module, cancelTransposes);
}

static LogicalResult runPackWeights(ModuleOp module, const PassContext &) {
  return onMain(module, packWeights);
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
    {"simplify-functions",
     "exponents and divisors are known now; before costs are counted",
     runSimplifyFunctions},
    {"fold-scale",
     "weights are known now; before the layout is chosen, while a factor per "
     "channel is still easy to see",
     runFoldScale},
    {"subpixel-convolutions",
     "after scales are in the weights, which it splits; before the layout, "
     "which is of the convolutions it makes",
     runSubpixelConvolutions},
    {"fold-scaled-weights", "the layout asks whether filters are known",
     runFoldConstants},
    {"slice-gathers",
     "known indices are a matter of index maps; before transposes move, which "
     "pass slices but not gathers",
     runSliceGathers},
    {"choose-layout", "on the model's own ops, before their dimensions move",
     runChooseLayout},
    {"move-transposes",
     "the layout put transposes around every convolution: those between two "
     "of them must meet",
     runMoveTransposes},
    {"cancel-transposes",
     "what met and what only renames dimensions of size 1 goes away",
     runCancelTransposes},
    {"cse-moved", "a value read in two layouts may have been moved twice",
     runCse},
    {"fold-moved-constants",
     "constants that were transposed on the way become constants again, of "
     "which weights can be packed",
     runFoldConstants},
    {"pack-weights",
     "last on the shared graph: what follows would fold the packed constants "
     "back, and all targets read the same",
     runPackWeights},
};

static constexpr Pass kTargetPasses[] = {
    {"form-kernels",
     "last on the graph: decides what stays in registers and what goes to "
     "memory; everything before it may still move ops freely",
     runFormKernels},
};

llvm::ArrayRef<Pass> sharedPasses() { return kSharedPasses; }
llvm::ArrayRef<Pass> targetPasses() { return kTargetPasses; }

llvm::SmallVector<llvm::StringRef> dumpStages() {
  llvm::SmallVector<llvm::StringRef> names;
  for (llvm::ArrayRef<Pass> passes : {sharedPasses(), targetPasses()})
    for (const Pass &pass : passes)
      names.push_back(pass.name);
  names.append({"kernel", "llvm", "asm", "all"});
  return names;
}

} // namespace tenon

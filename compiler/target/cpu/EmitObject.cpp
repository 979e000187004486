// SPDX-License-Identifier: Apache-2.0
// Our own list of optimisations instead of -O2: half the time for the same
// code, since loops arrive as they should be and vectors are already there.
#include "compiler/target/cpu/EmitObject.h"
#include "compiler/target/cpu/FenceSelects.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <mutex>

using namespace llvm;

namespace tenon {
namespace {

/// loop-rotate comes before licm, which else finds loops whose body may never
/// run and hoists no load; the second early-cse finds what licm brought
/// together (gvn finds no more and takes longer).
constexpr const char *kPasses =
    "function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
    "simplifycfg,loop-mssa(loop-rotate,licm),early-cse<memssa>,"
    "loop-mssa(licm),instcombine<no-verify-fixpoint>,simplifycfg,dse,adce)";

void initializeLlvmTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
  });
}

Expected<std::unique_ptr<TargetMachine>>
createTargetMachine(const CpuModel &model) {
  initializeLlvmTargets();
  std::string error;
  const llvm::Target *target =
      TargetRegistry::lookupTarget(model.triple, error);
  if (!target)
    return createStringError("this build of LLVM lacks the target '" +
                             model.triple + "': " + error);
  TargetOptions options;
  // Nothing is contracted behind our back.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  options.ExceptionModel = ExceptionHandling::None;
  options.UniqueSectionNames = false;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      model.triple, model.llvmCpu, model.llvmFeatures, options, Reloc::PIC_,
      CodeModel::Small, CodeGenOptLevel::Default));
}

void setAttributes(Module &module, const TargetMachine &machine,
                   const CpuModel &model) {
  module.setTargetTriple(model.triple);
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(PICLevel::SmallPIC);
  // Both widths: LLVM prefers 256 bits where 512 exist, and then a tile of 24
  // accumulators no longer fits the registers.
  std::string width = std::to_string(model.facts.vectorBytes * 8);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", model.llvmCpu);
    if (!model.llvmFeatures.empty())
      function.addFnAttr("target-features", model.llvmFeatures);
    function.addFnAttr("prefer-vector-width", width);
    function.addFnAttr("min-legal-vector-width", width);
    // A loop that fills memory stays a loop: there is no memset to call.
    function.addFnAttr("no-builtins");
    function.addFnAttr(Attribute::NoUnwind);
    function.setDSOLocal(true);
  }
}

/// Address arithmetic of the loops in which time is spent. The code generator
/// would reduce every loop, which takes up to half of its time where outer
/// loops hold unrolled tiles, and gains nothing there.
struct ReduceInnermostLoops : PassInfoMixin<ReduceInnermostLoops> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results,
                        LPMUpdater &updater) {
    // The rows and columns of the largest register tile, with room.
    constexpr int64_t kMostAccesses = 64;
    int64_t accesses = 0;
    for (BasicBlock *block : loop.blocks())
      accesses += count_if(*block, [](const Instruction &instruction) {
        return instruction.mayReadOrWriteMemory();
      });
    if (!loop.isInnermost() || accesses > kMostAccesses)
      return PreservedAnalyses::all();
    return LoopStrengthReducePass().run(loop, analyses, results, updater);
  }
};

/// Refuses passes of the code generator that LLVM has only a switch for the
/// whole process for: its own reduction of loops, and the search for
/// arithmetic that mask registers could do, which takes a twentieth of its time
/// and finds none in kernels.
class PassGate final : public OptPassGate {
public:
  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef pass, StringRef /*unit*/) override {
    return pass != "Loop Strength Reduction" &&
           pass != "X86 Domain Reassignment Pass";
  }
};

TargetLibraryInfoImpl makeEmptyLibrary(const Module &module) {
  TargetLibraryInfoImpl library{Triple(module.getTargetTriple())};
  library.disableAllFunctions();
  return library;
}

void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  TargetLibraryInfoImpl library = makeEmptyLibrary(module);
  functions.registerPass([&] { return TargetLibraryAnalysis(library); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  ModulePassManager passes;
  cantFail(builder.parsePassPipeline(passes, kPasses));
  passes.addPass(createModuleToFunctionPassAdaptor(
      createFunctionToLoopPassAdaptor(ReduceInnermostLoops())));
  passes.run(module, modules);
}

/// Changes the module: instruction selection prepares it in place.
Expected<std::string> emitFile(Module &module, TargetMachine &machine,
                               CodeGenFileType type) {
  SmallString<0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  TargetLibraryInfoImpl library = makeEmptyLibrary(module);
  passes.add(new TargetLibraryInfoWrapperPass(library));
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type,
                                  /*DisableVerify=*/true))
    return createStringError("LLVM cannot write machine code for '" +
                             module.getTargetTriple() + "'");
  static PassGate gate; // the context keeps a reference
  module.getContext().setOptPassGate(gate);
  passes.run(module);
  return std::string(bytes);
}

Error reportStages(Module &module, TargetMachine &machine,
                   const StageListener &listener) {
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  listener("llvm", text);
  Expected<std::string> assembly =
      emitFile(*CloneModule(module), machine, CodeGenFileType::AssemblyFile);
  if (!assembly)
    return assembly.takeError();
  listener("asm", *assembly);
  return Error::success();
}

} // namespace

Expected<std::string> emitObject(Module &module, const CpuModel &model,
                                 const StageListener &listener) {
  Expected<std::unique_ptr<TargetMachine>> machine = createTargetMachine(model);
  if (!machine)
    return machine.takeError();
  setAttributes(module, **machine, model);
  optimize(module, **machine);
  fenceSelects(module, **machine);
  if (listener)
    if (Error error = reportStages(module, **machine, listener))
      return std::move(error);
  return emitFile(module, **machine, CodeGenFileType::ObjectFile);
}

} // namespace tenon

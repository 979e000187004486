// SPDX-License-Identifier: Apache-2.0
// The way of a kernel through this folder, top to bottom.
#include "compiler/target/cpu/CpuTarget.h"

#include "compiler/ir/kernel/Kernel.h"
#include "compiler/target/cpu/CpuModel.h"
#include "compiler/target/cpu/EmitObject.h"
#include "compiler/target/cpu/ExpandIntegers.h"
#include "compiler/target/cpu/ExpandNarrowFloats.h"
#include "compiler/target/cpu/ImageBuilder.h"
#include "compiler/target/cpu/LowerToLlvm.h"
#include "compiler/target/cpu/ObjectReader.h"
#include "mlir/IR/Verifier.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;

namespace tenon {
namespace {

class CpuTarget final : public Target {
public:
  explicit CpuTarget(CpuModel model) : model(std::move(model)) {}

  const TargetFacts &facts() const override { return model.facts; }

  std::string device() const override { return "cpu"; }

  std::vector<std::string> requiredFeatures() const override {
    return model.requiredFeatures;
  }

  void addDialects(DialectRegistry &registry) const override {
    registerKernelDialects(registry);
    registerLlvmTranslations(registry);
  }

  FailureOr<CompiledKernel>
  compileKernel(ModuleOp module, const StageListener &listener) const override {
    Location loc = module.getLoc();
    FailureOr<std::string> object = makeObject(module, listener);
    if (failed(object))
      return failure();
    // Read at once, while it is known which kernel a bad symbol is in.
    llvm::Expected<ObjectCode> code = readObject(*object);
    if (!code)
      return emitError(loc) << llvm::toString(code.takeError());
    CompiledKernel kernel;
    kernel.object = std::move(*object);
    kernel.textBytes = code->text.size();
    kernel.constantBytes = code->constants.size();
    return kernel;
  }

  llvm::Expected<CodeImage>
  buildImage(ArrayRef<const CompiledKernel *> kernels) const override {
    std::vector<ObjectCode> codes;
    for (const CompiledKernel *kernel : kernels) {
      llvm::Expected<ObjectCode> code = readObject(kernel->object);
      if (!code)
        return code.takeError();
      codes.push_back(std::move(*code));
    }
    return buildCpuImage(codes);
  }

private:
  FailureOr<std::string> makeObject(ModuleOp module,
                                    const StageListener &listener) const {
    // The lowering writes operations that the kernel may not have held.
    loadKernelDialects(*module.getContext());
    if (failed(verify(module)) || failed(verifyKernel(module, intrinsics())))
      return failure();
    KernelSignature signature = *readKernelSignature(getKernel(module));
    expandNarrowFloats(module, model.facts.hasHalfArithmetic);
    expandIntegers(module, model.facts.vectorBytes);
    if (failed(lowerToLlvm(module, signature)))
      return failure();
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> llvmModule = translateKernel(module, context);
    if (!llvmModule)
      return failure();
    llvm::Expected<std::string> object =
        emitObject(*llvmModule, model, listener);
    if (!object)
      return emitError(module.getLoc()) << llvm::toString(object.takeError());
    return std::move(*object);
  }

  SmallVector<StringRef> intrinsics() const {
    SmallVector<StringRef> names;
    for (const auto *dot : {&model.facts.int8Dot, &model.facts.bf16Dot})
      if (*dot)
        names.push_back((*dot)->intrinsic);
    return names;
  }

  const CpuModel model;
};

} // namespace

llvm::Expected<std::unique_ptr<Target>>
createCpuTarget(StringRef name, std::optional<MeasuredPeaks> peaks) {
  llvm::Expected<CpuModel> model =
      name == "host" ? makeHostCpuModel() : makeCpuModel(name);
  if (!model)
    return model.takeError();
  model->facts.peaks = peaks;
  return std::make_unique<CpuTarget>(std::move(*model));
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// A target whose machine code is the kernel's own text.
#include "compiler/target/null/NullTarget.h"

#include "compiler/ir/kernel/Kernel.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace tenon {
namespace {

TargetFacts makeFacts() {
  TargetFacts facts;
  facts.name = "null";
  facts.vectorBytes = 16;
  facts.numVectorRegisters = 16;
  facts.registerTiles = {{4, 2}};
  facts.cacheLineBytes = 64;
  facts.l1Bytes = 32 * 1024;
  facts.l2Bytes = 256 * 1024;
  return facts;
}

class NullTarget final : public Target {
public:
  const TargetFacts &facts() const override { return targetFacts; }

  std::string device() const override { return "null"; }

  std::vector<std::string> requiredFeatures() const override { return {}; }

  void addDialects(DialectRegistry &registry) const override {
    registerKernelDialects(registry);
  }

  FailureOr<CompiledKernel>
  compileKernel(ModuleOp module, const StageListener &listener) const override {
    if (failed(verify(module)) || failed(verifyKernel(module)))
      return failure();
    CompiledKernel kernel;
    llvm::raw_string_ostream stream(kernel.object);
    module.print(stream);
    kernel.textBytes = kernel.object.size();
    return kernel;
  }

  llvm::Expected<CodeImage>
  buildImage(ArrayRef<const CompiledKernel *> kernels) const override {
    CodeImage image;
    for (const CompiledKernel *kernel : kernels) {
      image.entryOffsets.push_back(image.bytes.size());
      image.bytes += kernel->object;
    }
    image.textBytes = image.bytes.size();
    return image;
  }

private:
  const TargetFacts targetFacts = makeFacts();
};

} // namespace

std::unique_ptr<Target> createNullTarget() {
  return std::make_unique<NullTarget>();
}

} // namespace tenon

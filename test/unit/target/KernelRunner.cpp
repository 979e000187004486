// SPDX-License-Identifier: Apache-2.0
#include "test/unit/target/KernelRunner.h"

#include "compiler/target/cpu/HostCpu.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace tenon::test {

std::unique_ptr<Target> makeTarget(llvm::StringRef name) {
  llvm::Expected<std::unique_ptr<Target>> target = createTarget(name);
  if (!target) {
    ADD_FAILURE() << llvm::toString(target.takeError());
    return nullptr;
  }
  return std::move(*target);
}

Compiled compileText(const Target &target, llvm::StringRef text,
                     const StageListener &listener) {
  Compiled result;
  DialectRegistry registry;
  target.addDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    result.error += diagnostic.str() + "\n";
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return result;
  FailureOr<CompiledKernel> kernel = target.compileKernel(*module, listener);
  if (succeeded(kernel))
    result.kernel = std::move(*kernel);
  return result;
}

KernelRunner::KernelRunner(llvm::StringRef name, llvm::StringRef text) {
  std::unique_ptr<Target> target = makeTarget(name);
  Compiled compiled = compileText(*target, text);
  if (!compiled.kernel) {
    ADD_FAILURE() << compiled.error;
    return;
  }
  llvm::Expected<CodeImage> code = target->buildImage({&*compiled.kernel});
  if (!code) {
    ADD_FAILURE() << llvm::toString(code.takeError());
    return;
  }
  llvm::Expected<HostImage> mapped = HostImage::map(*target, *code);
  if (!mapped)
    reason = llvm::toString(mapped.takeError());
  else
    image = std::move(*mapped);
}

void KernelRunner::run(std::vector<void *> buffers, std::vector<int64_t> sizes,
                       int64_t begin, int64_t end) const {
  ASSERT_TRUE(image.has_value());
  image->entry(0)(buffers.data(), sizes.data(), begin, end);
}

std::vector<std::string> runnableTargets() {
  std::vector<std::string> names;
  for (const char *name : {"x86-64-v3", "x86-64-v4"}) {
    auto missing = missingHostFeatures(makeTarget(name)->requiredFeatures());
    if (missing.empty())
      names.push_back(name);
    else
      std::printf("not run here: %s (this machine lacks %s)\n", name,
                  missing.front().c_str());
  }
  return names;
}

} // namespace tenon::test

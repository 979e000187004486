// SPDX-License-Identifier: Apache-2.0
// Runs passes: verifies after each, times each, dumps where asked.
#include "compiler/driver/Pipeline.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace mlir;

namespace tenon {

static void dump(ModuleOp module, llvm::StringRef stage, size_t number,
                 const PassContext &context) {
  const CompileOptions &options = context.options;
  if (options.dumpAt != stage && options.dumpAt != "all")
    return;
  OpPrintingFlags flags;
  flags.enableDebugInfo(true, /*prettyForm=*/false);
  if (options.dumpDir.empty()) {
    llvm::errs() << "// after " << stage << "\n";
    module->print(llvm::errs(), flags);
    llvm::errs() << "\n";
    return;
  }
  llvm::SmallString<256> path(options.dumpDir);
  llvm::sys::fs::create_directories(path);
  llvm::sys::path::append(path, std::to_string(number) + "_" +
                                    context.facts.name + "_" + stage.str() +
                                    ".mlir");
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error)
    module->print(out, flags);
}

LogicalResult runPasses(llvm::ArrayRef<Pass> passes, ModuleOp module,
                        const PassContext &context,
                        std::vector<PassTime> &times) {
  for (auto [number, pass] : llvm::enumerate(passes)) {
    auto start = std::chrono::steady_clock::now();
    if (failed(pass.run(module, context)))
      return failure();
    // Debian's LLVM has no assertions: our own verifiers are what notices a
    // broken pass, and they are cheap.
    if (failed(mlir::verify(module)))
      return module.emitError("pass '") << pass.name << "' broke the module";
    std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    times.push_back({pass.name, spent.count()});
    dump(module, pass.name, number, context);
  }
  return success();
}

} // namespace tenon

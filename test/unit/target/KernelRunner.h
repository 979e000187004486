// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel written as MLIR text for a target and runs it in this
// process; used by the tests of target/.
#ifndef TENON_TEST_UNIT_TARGET_KERNELRUNNER_H
#define TENON_TEST_UNIT_TARGET_KERNELRUNNER_H

#include "compiler/target/Target.h"
#include "compiler/target/cpu/HostImage.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon::test {

/// Creates a target that must exist.
std::unique_ptr<Target> makeTarget(llvm::StringRef name);

/// The outcome of compiling one kernel text.
struct Compiled {
  std::optional<CompiledKernel> kernel;
  std::string error; ///< The diagnostics, when there is no kernel.
};

Compiled compileText(const Target &target, llvm::StringRef text,
                     const StageListener &listener = nullptr);

/// An executable image of one kernel; empty, after a failed expectation or
/// with `whyNot` set, when it cannot be run here.
class KernelRunner {
public:
  KernelRunner(llvm::StringRef target, llvm::StringRef text);

  /// Not empty when this machine lacks a feature: the test skips with it.
  const std::string &whyNot() const { return reason; }

  void run(std::vector<void *> buffers, std::vector<int64_t> sizes,
           int64_t begin, int64_t end) const;

private:
  std::optional<HostImage> image;
  std::string reason;
};

/// Names of the targets whose code every test of results runs.
std::vector<std::string> runnableTargets();

} // namespace tenon::test

#endif // TENON_TEST_UNIT_TARGET_KERNELRUNNER_H

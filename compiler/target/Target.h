// SPDX-License-Identifier: Apache-2.0
// What every target implements: facts that schedules are chosen by
// (compiler/ir/kernel/TargetFacts.h), and the way from one kernel
// (compiler/ir/kernel/Kernel.h) to machine code and from many compiled kernels
// to one image for the engine file. Nothing outside target/ knows an
// instruction set: code generation asks the facts, and the few names it must
// pass on (an intrinsic, a required CPU feature) are strings that it never
// reads. target/null is the smallest one, to copy.
#ifndef TENON_COMPILER_TARGET_TARGET_H
#define TENON_COMPILER_TARGET_TARGET_H

#include "compiler/ir/kernel/TargetFacts.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tenon {

/// Receives the text of one stage of one kernel; the stages are "llvm" (after
/// optimisation) and "asm".
using StageListener =
    std::function<void(llvm::StringRef stage, llvm::StringRef text)>;

/// One kernel in the form that only its own target reads again.
struct CompiledKernel {
  std::string object;
  int64_t textBytes = 0;
  int64_t constantBytes = 0;
};

/// Code of many kernels, position-independent: text, then constants.
struct CodeImage {
  std::string bytes;
  /// Per kernel, in the order given: where it is entered, from the start.
  std::vector<uint64_t> entryOffsets;
  /// The first textBytes bytes are executable, the rest is read-only data; a
  /// multiple of pageBytes.
  uint64_t textBytes = 0;
  /// The image must be mapped at a multiple of this.
  uint64_t pageBytes = 1;
};

/// One target. Immutable after creation, so any thread may use it; the module
/// given to compileKernel, and its context, belong to the calling thread.
class Target {
public:
  virtual ~Target() = default;

  virtual const TargetFacts &facts() const = 0;

  /// The device of the runtime that runs the code.
  virtual std::string device() const = 0;

  /// Features a machine must have to run the code, sorted; plain names such as
  /// "avx512f" that the engine stores and the runtime checks at load.
  virtual std::vector<std::string> requiredFeatures() const = 0;

  /// Adds to a registry all that a context needs to build a kernel and to
  /// compile it for this target.
  virtual void addDialects(mlir::DialectRegistry &registry) const = 0;

  /// Turns one kernel into machine code; consumes the module's contents. Fails
  /// with a diagnostic on the module's context: a kernel outside the contract,
  /// or one that would need something that does not exist at run time (the
  /// diagnostic names the symbol). Equal modules give equal bytes.
  virtual mlir::FailureOr<CompiledKernel>
  compileKernel(mlir::ModuleOp kernel,
                const StageListener &listener = nullptr) const = 0;

  /// Lays kernels of this target into one image, in the given order.
  virtual llvm::Expected<CodeImage>
  buildImage(llvm::ArrayRef<const CompiledKernel *> kernels) const = 0;
};

/// Creates a target by name. "host" is the machine this runs on, with its
/// caches and cores; its facts().name is the name that makes the same code
/// elsewhere. Other names are fixed, so that an engine does not depend on the
/// machine that built it: "x86-64-v3", "x86-64-v4", each optionally followed
/// by features as in "x86-64-v4+vnni+bf16+fp16"; "null". An unknown name is an
/// error that lists the known ones. `peaks` join the facts of a CPU.
llvm::Expected<std::unique_ptr<Target>>
createTarget(llvm::StringRef name,
             std::optional<MeasuredPeaks> peaks = std::nullopt);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_TARGET_H

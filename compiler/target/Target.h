// SPDX-License-Identifier: Apache-2.0
// What every target implements: facts that schedules are chosen by, and the
// way from one kernel (compiler/ir/kernel/Kernel.h) to machine code and from
// many compiled kernels to one image for the engine file. Nothing outside
// target/ knows an instruction set: code generation asks the facts, and the
// few names it must pass on (an intrinsic, a required CPU feature) are
// strings that it never reads. target/null is the smallest one, to copy.
#ifndef TENON_COMPILER_TARGET_TARGET_H
#define TENON_COMPILER_TARGET_TARGET_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon {

/// A tile of accumulators kept in registers by a contraction or window kernel:
/// `rows` x `vectors` registers, `vectors` along the contiguous dimension.
struct RegisterTile {
  int64_t rows = 0;
  int64_t vectors = 0;
};

/// How a register tile fetches the operand that has one value per row.
enum class OperandFetch {
  /// Load one element and broadcast it: one instruction with the load folded.
  ScalarBroadcast,
  /// Load a vector of rows and multiply by one of its lanes.
  VectorLanes,
};

/// An instruction that multiplies groups of narrow elements and adds each
/// group to one wide accumulator lane.
struct DotFacts {
  /// Called with llvm.call_intrinsic as (accumulator, a, b) -> accumulator.
  std::string intrinsic;
  /// Narrow elements per accumulator lane: 4 for int8, 2 for bf16.
  int64_t groupSize = 0;
  /// Operands are passed as vectors of 32-bit groups, not of elements.
  bool operandsAreGroups = false;
  /// Integers only: whether the elements of `a`, of `b`, are signed.
  bool aIsSigned = true;
  bool bIsSigned = true;
};

/// Rates that the probe measured on the machine itself, of one core unless
/// said otherwise; 0 where nothing was measured.
struct MeasuredPeaks {
  double f32GflopsPerCore = 0;
  double f16GflopsPerCore = 0;
  double bf16DotGflopsPerCore = 0;
  double int8DotGopsPerCore = 0;
  double l1GBytesPerSecond = 0;
  double l2GBytesPerSecond = 0;
  double l3GBytesPerSecond = 0;
  double memoryGBytesPerSecond = 0;
  /// All cores together.
  double memoryGBytesPerSecondAllCores = 0;
  /// From the call that starts a parallel step to its end, nothing to do.
  double parallelStartMicroseconds = 0;
};

/// What schedules may ask of a machine. Plain numbers: code that reads them
/// works for a target that does not exist yet.
struct TargetFacts {
  /// Full name: createTarget(name) gives the same code again, anywhere.
  std::string name;

  int64_t vectorBytes = 0;
  int64_t numVectorRegisters = 0;
  bool hasFusedMultiplyAdd = false;
  /// Arithmetic in f16 without going through f32.
  bool hasHalfArithmetic = false;
  /// f16 to f32 and back in one instruction.
  bool hasHalfConversion = false;

  /// Smallest element for which a masked vector load or store is about as
  /// cheap as a plain one. Below it: a scalar tail. 0: never cheap.
  int64_t minMaskedElementBytes = 0;
  /// The same for vector.gather and vector.scatter. 0: price as scalar loads.
  int64_t minGatherElementBytes = 0;
  /// Largest square of 32-bit elements whose transpose stays in registers.
  int64_t transposeTile = 0;

  std::vector<RegisterTile> registerTiles; ///< Best first.
  OperandFetch operandFetch = OperandFetch::ScalarBroadcast;
  std::optional<DotFacts> int8Dot;
  std::optional<DotFacts> bf16Dot;

  int64_t cacheLineBytes = 0;
  int64_t l1Bytes = 0; ///< Data cache of one core.
  int64_t l2Bytes = 0; ///< Of one core.
  int64_t l3Bytes = 0; ///< Shared by all cores; 0 when there is none.
  int64_t numCores = 1;
  /// Page size that large buffers should be aligned to; 0: ordinary pages.
  int64_t hugePageBytes = 0;

  std::optional<MeasuredPeaks> peaks;
};

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
/// error that lists the known ones.
llvm::Expected<std::unique_ptr<Target>> createTarget(llvm::StringRef name);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_TARGET_H

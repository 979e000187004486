// SPDX-License-Identifier: Apache-2.0
// What code generation may ask of a machine: plain numbers, so that schedules
// can be chosen and tested for a machine one does not own, and no instruction
// set is named outside target/. A target (compiler/target/Target.h) states
// them; codegen/ and fuse/ read them.
#ifndef TENON_COMPILER_IR_KERNEL_TARGETFACTS_H
#define TENON_COMPILER_IR_KERNEL_TARGETFACTS_H

#include <cstdint>
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

} // namespace tenon

#endif // TENON_COMPILER_IR_KERNEL_TARGETFACTS_H

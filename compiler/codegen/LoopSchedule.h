// SPDX-License-Identifier: Apache-2.0
// How a kernel of plain loops walks its result: which dimensions are joined,
// which one takes the lanes, and what one unit of the parallel range is.
// A schedule is data; EmitLoopKernel.cpp turns it into loops.
#ifndef TENON_COMPILER_CODEGEN_LOOPSCHEDULE_H
#define TENON_COMPILER_CODEGEN_LOOPSCHEDULE_H

#include "compiler/ir/graph/KernelElements.h"
#include "compiler/ir/kernel/TargetFacts.h"

namespace tenon {

struct LoopSchedule {
  /// Sizes of the loops, outermost first, after joining dimensions; at least
  /// one. Dimension d of the results belongs to loop `loopOf[d]`.
  Sizes loops;
  llvm::SmallVector<unsigned> loopOf;
  /// Lanes along the last loop; 1: scalar (reductions may still use lanes).
  int64_t lanes = 1;
  /// Elements of the last loop in one parallel unit; 0: all of them.
  int64_t block = 0;
  /// Turns of the loop before the last in one parallel unit, where the last
  /// one is short.
  int64_t unitRows = 1;
  /// Where the last loop is cut, ascending, ends included: between two cuts
  /// every operand of a concatenation is either there or not.
  llvm::SmallVector<IndexExpr> cuts;
  /// A loop along which operands are contiguous that are not along the last
  /// one: squares of both are turned in registers.
  std::optional<unsigned> across;
  /// Why, for `explain`.
  std::string reason;
};

/// Chooses the schedule of a kernel whose results all have the same sizes.
LoopSchedule chooseLoopSchedule(KernelElements &elements,
                                const TargetFacts &facts);

/// Number of parallel units: the product of the outer loops times the blocks
/// of the last one.
IndexExpr parallelExtent(const LoopSchedule &schedule);

/// The variables of the loops and the index of every result dimension over
/// them. The last variable counts from `begin`, the cut it starts at.
struct LoopNest {
  llvm::SmallVector<IndexVariable> variables;
  llvm::SmallVector<IndexExpr> index;
  IndexExpr begin;
};
/// One nest per piece between cuts; they share the outer variables.
llvm::SmallVector<LoopNest> makeLoopNests(KernelElements &elements,
                                          const LoopSchedule &schedule);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_LOOPSCHEDULE_H

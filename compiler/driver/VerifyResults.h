// SPDX-License-Identifier: Apache-2.0
// Judges what a kernel wrote: a sample of the elements of its results is
// computed anew by the reference, from the same operands, and each may differ
// by what rounding explains and no more (compiler/reference/RoundingError.h).
#ifndef TENON_COMPILER_DRIVER_VERIFYRESULTS_H
#define TENON_COMPILER_DRIVER_VERIFYRESULTS_H

#include "compiler/driver/CompileModel.h"
#include "compiler/driver/VerifyInputs.h"
#include "compiler/ir/graph/Graph.h"
#include "compiler/reference/StoredTensor.h"
#include "compiler/reference/SymbolBindings.h"

namespace tenon {

using ElementIndex = llvm::SmallVector<int64_t>;

/// Elements of a tensor to look at: its corners, some on its edges (one
/// coordinate first or last), some anywhere; all of a few. None of an empty
/// tensor.
std::vector<ElementIndex> sampleElements(llvm::ArrayRef<int64_t> shape,
                                         RandomSource &random);

/// The nodes that something was made of.
std::string nodesOf(mlir::Location location);

/// One run of one kernel.
struct KernelRun {
  KernelOp kernel;
  std::vector<reference::StoredTensor> operands, results;
  /// Whether the kernel reported an index out of range.
  bool reportedFault = false;
};

/// A mismatch is a failure that names node, element and both values.
Failure judgeRun(const KernelRun &run,
                 const reference::SymbolBindings &bindings,
                 RandomSource &random, VerifyCounts &counts);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_VERIFYRESULTS_H

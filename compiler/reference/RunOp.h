// SPDX-License-Identifier: Apache-2.0
// One op on whole tensors: its programs, run over every element on all cores.
#ifndef TENON_COMPILER_REFERENCE_RUNOP_H
#define TENON_COMPILER_REFERENCE_RUNOP_H

#include "compiler/ir/graph/Graph.h"
#include "compiler/reference/Program.h"
#include "compiler/reference/SymbolBindings.h"
#include "compiler/reference/Tensor.h"

namespace tenon::reference {

/// Programs and empty results of an op, ready to run.
struct PreparedOp {
  TensorBody op;
  llvm::SmallVector<Tensor> results;
  std::vector<Program> programs; // one per result; none for empty results
  /// Scalar operations of all results; saturates.
  int64_t work() const;
};

/// Shapes of the results of `op`; fails when a size is not known.
llvm::Expected<llvm::SmallVector<llvm::SmallVector<int64_t>>>
resultShapes(mlir::Operation *op, const SymbolBindings &bindings);

/// Allocates the results, which must take no more than `limitBytes`.
llvm::Expected<PreparedOp>
prepareOp(TensorBody op, const SymbolBindings &bindings, int64_t limitBytes);

/// Fills in `prepared.results`. `operands` are those of the op, checked.
llvm::Error runOp(PreparedOp &prepared, llvm::ArrayRef<Tensor> operands,
                  unsigned threads);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_RUNOP_H

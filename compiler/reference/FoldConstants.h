// SPDX-License-Identifier: Apache-2.0
// Evaluates ops whose operands are all constants, within a budget: a model
// may not make its reader spend more memory or time than its own size
// warrants (a ConstantOfShape of 10^12 elements stays an op).
#ifndef TENON_COMPILER_REFERENCE_FOLDCONSTANTS_H
#define TENON_COMPILER_REFERENCE_FOLDCONSTANTS_H

#include "compiler/ir/graph/Graph.h"
#include <optional>

namespace tenon::reference {

struct FoldBudget {
  /// Stored bytes of one op's results.
  int64_t resultBytes = int64_t(64) << 20;
  /// Results may also not exceed growth * operand bytes + slack.
  int64_t growth = 8;
  int64_t slackBytes = int64_t(1) << 20;
  /// Scalar operations of one op, and of all ops that share this budget;
  /// folding takes from `totalWork`.
  int64_t workPerOp = int64_t(1) << 30;
  int64_t totalWork = int64_t(8) << 30;
};

/// The constant attributes (ConstantOp's `value`) of the results of `op`:
/// dense literals up to 1 KiB, else new entries of the weight table. Absent
/// when an operand is no constant, the budget does not allow it or the op
/// fails on these values: the op is then to be left alone.
std::optional<llvm::SmallVector<mlir::Attribute>>
foldConstants(mlir::Operation *op, FoldBudget &budget);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_FOLDCONSTANTS_H

// SPDX-License-Identifier: Apache-2.0
// Which dimensions of a reshape belong together.
#ifndef TENON_COMPILER_IR_GRAPH_DIMENSIONGROUPS_H
#define TENON_COMPILER_IR_GRAPH_DIMENSIONGROUPS_H

#include "compiler/ir/graph/SizeChecks.h"

namespace tenon {

/// Dimensions [fromBegin, fromEnd) of the operand hold the same elements as
/// [toBegin, toEnd) of the result, whatever the other dimensions are.
struct DimensionGroup {
  unsigned fromBegin = 0, fromEnd = 0, toBegin = 0, toEnd = 0;
};

/// The finest groups of a reshape from `from` to `to`, in order, each with a
/// dimension on both sides; absent where they are not found by comparing
/// products of sizes. Sizes that `module` checks to be equal are.
std::optional<llvm::SmallVector<DimensionGroup>>
dimensionGroups(mlir::ModuleOp module, llvm::ArrayRef<IndexExpr> from,
                llvm::ArrayRef<IndexExpr> to);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_DIMENSIONGROUPS_H

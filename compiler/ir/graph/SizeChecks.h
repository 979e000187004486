// SPDX-License-Identifier: Apache-2.0
// Sizes that are not proved equal but checked to be when shapes are bound.
#ifndef TENON_COMPILER_IR_GRAPH_SIZECHECKS_H
#define TENON_COMPILER_IR_GRAPH_SIZECHECKS_H

#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// Whether `a` and `b` are the same, or a check of `module` says so.
bool areEqualSizes(mlir::ModuleOp module, const IndexExpr &a,
                   const IndexExpr &b);

/// Whether a reshape from `from` to `to` keeps every dimension: it only gives
/// sizes another spelling, which a check of `module` proves at run time.
bool keepsDimensions(mlir::ModuleOp module, llvm::ArrayRef<IndexExpr> from,
                     llvm::ArrayRef<IndexExpr> to);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_SIZECHECKS_H

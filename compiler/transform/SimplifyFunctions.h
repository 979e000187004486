// SPDX-License-Identifier: Apache-2.0
// Replaces scalar functions by cheaper ones that give the same numbers.
#ifndef TENON_COMPILER_TRANSFORM_SIMPLIFYFUNCTIONS_H
#define TENON_COMPILER_TRANSFORM_SIMPLIFYFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/LogicalResult.h"

namespace tenon {

/// Powers by 2 become products, by 1 nothing; divisions by a power of two
/// become multiplications; multiplications by 1 go away. Every replacement is
/// exact for every operand, zeros, infinities and NaN included; where it would
/// not be (x ^ 0.5, x + 0) the function stays.
llvm::LogicalResult simplifyFunctions(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_SIMPLIFYFUNCTIONS_H

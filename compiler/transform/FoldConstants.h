// SPDX-License-Identifier: Apache-2.0
// Replaces ops whose operands are all constants by their value.
#ifndef TENON_COMPILER_TRANSFORM_FOLDCONSTANTS_H
#define TENON_COMPILER_TRANSFORM_FOLDCONSTANTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// Computes, with the reference and under its meter, every op of `function`
/// that depends on constants alone; drops what nobody needs afterwards.
/// A broadcast of one number stays as it is: kernels read it as a literal.
/// Test: test/unit/transform/FoldConstants.cpp.
mlir::LogicalResult foldConstants(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_FOLDCONSTANTS_H

// SPDX-License-Identifier: Apache-2.0
// Moves transposes towards the results of the graph, where they meet others.
#ifndef TENON_COMPILER_TRANSFORM_MOVETRANSPOSES_H
#define TENON_COMPILER_TRANSFORM_MOVETRANSPOSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// Computes on what is transposed instead of on the transposed:
///
///   %a = tenon.transpose %x [0, 3, 1, 2]    %r = tenon.elementwise max(%x, 0)
///   %r = tenon.elementwise max(%a, 0)       %b = tenon.transpose %r
///
/// for every op whose dimensions may stand in any order: elementwise, concat,
/// broadcast, reduce, pad, slice, resample, pooling, and reshapes that keep
/// the transposed dimensions apart. Other operands are transposed the opposite
/// way: free for constants and where only dimensions of size 1 move, else
/// done only if they have at most half the elements of what needs no transpose
/// any more. Transposes that meet join or cancel, so that a chain of
/// convolutions keeps one layout.
/// Test: test/unit/transform/MoveTransposes.cpp.
mlir::LogicalResult moveTransposes(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_MOVETRANSPOSES_H

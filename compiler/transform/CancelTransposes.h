// SPDX-License-Identifier: Apache-2.0
// Makes one op, or none, of transposes and reshapes that follow each other.
#ifndef TENON_COMPILER_TRANSFORM_CANCELTRANSPOSES_H
#define TENON_COMPILER_TRANSFORM_CANCELTRANSPOSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// A transpose of a transpose becomes one, or nothing where they cancel; a
/// transpose that moves only dimensions of size 1 becomes a reshape; a reshape
/// of a reshape becomes one. Ops that nobody reads afterwards are dropped.
///
///   %a = tenon.transpose %x [0, 2, 3, 1]
///   %b = tenon.transpose %a [0, 3, 1, 2]      uses of %b read %x
///
/// Test: test/unit/transform/CancelTransposes.cpp.
mlir::LogicalResult cancelTransposes(mlir::func::FuncOp function);

/// Drops the ops of `function` whose results nobody reads.
void dropUnread(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_CANCELTRANSPOSES_H

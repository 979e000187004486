// SPDX-License-Identifier: Apache-2.0
// Replaces gathers whose indices are known and evenly spaced by slices.
#ifndef TENON_COMPILER_TRANSFORM_SLICEGATHERS_H
#define TENON_COMPILER_TRANSFORM_SLICEGATHERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// A gather by known indices start, start + step, ... inside the data is a
/// slice, whose index map later passes understand and kernels read through:
///
///   %i = tenon.constant dense<1>        %s = tenon.slice %x <"0", "1"> [1, 1]
///   %r = tenon.gather %x[%i] 1                   [n, 1]
///        [n]                            %r = tenon.reshape %s  [n]
///
/// Left alone: other indices, and sizes not known when compiling (a negative
/// index counts from the end, one outside is an error).
/// Test: test/unit/transform/SliceGathers.cpp.
mlir::LogicalResult sliceGathers(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_SLICEGATHERS_H

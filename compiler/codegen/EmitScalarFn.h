// SPDX-License-Identifier: Apache-2.0
// One scalar function of the graph IR as operations of the kernel IR, scalar
// or vector alike.
#ifndef TENON_COMPILER_CODEGEN_EMITSCALARFN_H
#define TENON_COMPILER_CODEGEN_EMITSCALARFN_H

#include "compiler/ir/graph/ScalarFn.h"
#include "mlir/IR/Builders.h"

namespace tenon {

/// The kernel's type for a graph element type: unsigned integers lose their
/// sign mark, everything is made anew in `context`.
mlir::Type kernelType(mlir::MLIRContext *context, mlir::Type elementType);
/// How elements lie in memory: i1 as i8.
mlir::Type storageType(mlir::MLIRContext *context, mlir::Type elementType);

/// `type`, or a vector of it when `like` is a vector.
mlir::Type typeLike(mlir::Type type, mlir::Value like);
/// A literal of type `type` (scalar or vector).
mlir::Value emitLiteral(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Type type, double value);
mlir::Value emitIntegerLiteral(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Type type, int64_t value);

/// fn(operands...); `graphType` is the operands' graph element type, whose
/// sign mark chooses between signed and unsigned operations. For Select it is
/// the type of the values.
mlir::Value emitScalarFn(mlir::OpBuilder &builder, mlir::Location loc,
                         ScalarFn fn, mlir::ValueRange operands,
                         mlir::Type graphType);

/// Converts between graph element types: floats to integers truncate and
/// saturate (NaN gives 0), anything to bool is x != 0.
mlir::Value emitCast(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value, mlir::Type from, mlir::Type to);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_EMITSCALARFN_H

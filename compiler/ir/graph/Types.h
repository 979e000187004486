// SPDX-License-Identifier: Apache-2.0
// Tensor types with symbolic sizes. A type with a dynamic dimension carries
// `#tenon.dims<...>`, one size expression per dimension; a static type carries
// nothing. These two functions are the only way between types and sizes.
#ifndef TENON_COMPILER_IR_GRAPH_TYPES_H
#define TENON_COMPILER_IR_GRAPH_TYPES_H

#include "compiler/support/IndexExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace tenon {

using Sizes = llvm::SmallVector<IndexExpr>;

/// The size of every dimension of a ranked tensor.
Sizes sizesOf(mlir::Type type);
inline Sizes sizesOf(mlir::Value value) { return sizesOf(value.getType()); }
mlir::Type elementTypeOf(mlir::Value value);
int64_t rankOf(mlir::Value value);

/// The tensor type of `sizes`; constants become static dimensions.
mlir::RankedTensorType tensorType(llvm::ArrayRef<IndexExpr> sizes,
                                  mlir::Type elementType);

/// The product of all sizes; 1 for rank 0.
IndexExpr numElements(llvm::ArrayRef<IndexExpr> sizes);

/// Bytes of one stored element: i1 takes a byte; absent for types that have
/// no fixed storage.
std::optional<int64_t> elementBytes(mlir::Type elementType);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_TYPES_H

// SPDX-License-Identifier: Apache-2.0
// Permutations of dimensions, as tenon.transpose has them: result dimension k
// is operand dimension permutation[k]. What the layout passes share.
#ifndef TENON_COMPILER_TRANSFORM_PERMUTATION_H
#define TENON_COMPILER_TRANSFORM_PERMUTATION_H

#include "compiler/ir/graph/GraphBuilder.h"

namespace tenon {

using Permutation = llvm::SmallVector<int64_t>;

/// [batch, channels, spatial...] from [batch, spatial..., channels].
Permutation channelsFirst(size_t rank);
/// [batch, spatial..., channels] from [batch, channels, spatial...].
Permutation channelsLast(size_t rank);

Permutation inverse(llvm::ArrayRef<int64_t> permutation);
bool isIdentity(llvm::ArrayRef<int64_t> permutation);

/// Whether the elements stay in their row-major order: only dimensions of
/// size 1 change places.
bool keepsOrder(llvm::ArrayRef<IndexExpr> sizes,
                llvm::ArrayRef<int64_t> permutation);

/// Entries of `list`, one per operand dimension, in the result's order.
template <typename T>
llvm::SmallVector<T> permuted(llvm::ArrayRef<T> list,
                              llvm::ArrayRef<int64_t> permutation) {
  llvm::SmallVector<T> result;
  for (int64_t from : permutation)
    result.push_back(list[from]);
  return result;
}

/// `input` transposed, in as few ops as can be: transposes that `input` is
/// made by join this one, none is left where they cancel, and where only
/// dimensions of size 1 move it is a reshape (of what is reshaped already).
mlir::Value transposed(GraphBuilder &graph, mlir::Value input,
                       llvm::ArrayRef<int64_t> permutation);

/// Known at compile time: a constant, or computed from constants by ops that
/// folding will compute (elementwise, repeated, moved).
bool isConstant(mlir::Value value);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_PERMUTATION_H

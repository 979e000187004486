// SPDX-License-Identifier: Apache-2.0
// The contents of small tensors as expressions: how shape arithmetic in a
// model becomes symbolic sizes.
//
// Shape -> Gather -> Mul -> Concat -> Reshape needs no rule per operator: each
// core op already says what one element is, and evaluating that over size
// expressions gives the value, for instance `2 * H`. Fractions with a common
// denominator are kept exactly, so Cast(H) * 0.5 -> Floor is `H floordiv 2`.
#ifndef TENON_COMPILER_IR_GRAPH_SMALLVALUES_H
#define TENON_COMPILER_IR_GRAPH_SMALLVALUES_H

#include "compiler/ir/graph/Element.h"
#include "compiler/ir/graph/Types.h"

namespace tenon {

/// An exact fraction numerator / denominator, or a float that is none.
struct SmallNumber {
  IndexExpr numerator;
  int64_t denominator = 1;
  std::optional<double> real; // set: the value is this, no fraction

  /// The value when it does not depend on a symbol.
  std::optional<double> constant() const;
  /// The value when it is a whole number.
  std::optional<IndexExpr> integer() const;
};

/// All elements of an integer tensor in row-major order; absent when one
/// depends on data known only at run time or the tensor has more than
/// `limit` elements.
std::optional<Sizes> integersOf(mlir::Value tensor, int64_t limit = 4096);

/// All elements of a constant numeric tensor; absent as above, or when one
/// depends on a symbol.
std::optional<llvm::SmallVector<double>> numbersOf(mlir::Value tensor,
                                                   int64_t limit = 4096);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_SMALLVALUES_H

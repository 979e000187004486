// SPDX-License-Identifier: Apache-2.0
// Which dimensions of a reshape belong together.
#include "compiler/ir/graph/DimensionGroups.h"

using llvm::ArrayRef;

namespace tenon {

/// Number of factors and coefficient of the term with most factors.
static std::pair<size_t, int64_t> degree(const IndexExpr &size) {
  std::pair<size_t, int64_t> most{0, 0};
  for (const IndexTerm &term : size.terms())
    most = std::max(most, {term.factors.size(), term.coefficient});
  return most;
}

/// Which side takes in its next dimension while the two differ: the smaller
/// number; a 1; a number beside an unknown size; the product of fewer sizes or
/// with a smaller factor.
static bool growsLeft(const IndexExpr &left, const IndexExpr &right) {
  std::optional<int64_t> a = left.constant(), b = right.constant();
  if (a && b)
    return *a < *b;
  if (a == 1 || b == 1)
    return a == 1;
  return degree(left) < degree(right);
}

/// Grows a group that begins with one dimension on each side until both hold
/// as many elements.
static bool grow(mlir::ModuleOp module, DimensionGroup &group,
                 ArrayRef<IndexExpr> from, ArrayRef<IndexExpr> to) {
  IndexExpr left = from[group.fromBegin], right = to[group.toBegin];
  while (!areEqualSizes(module, left, right)) {
    bool growLeft = growsLeft(left, right);
    unsigned &end = growLeft ? group.fromEnd : group.toEnd;
    ArrayRef<IndexExpr> sizes = growLeft ? from : to;
    if (end == sizes.size())
      return false;
    (growLeft ? left : right) = (growLeft ? left : right) * sizes[end++];
  }
  return true;
}

std::optional<llvm::SmallVector<DimensionGroup>>
dimensionGroups(mlir::ModuleOp module, ArrayRef<IndexExpr> from,
                ArrayRef<IndexExpr> to) {
  llvm::SmallVector<DimensionGroup> groups;
  unsigned f = 0, t = 0;
  while (f < from.size() && t < to.size()) {
    DimensionGroup group{f, f + 1, t, t + 1};
    if (!grow(module, group, from, to))
      return std::nullopt;
    groups.push_back(group);
    f = group.fromEnd;
    t = group.toEnd;
  }
  if (groups.empty())
    return std::nullopt;
  // What is left over on one side can only be dimensions of size 1.
  for (; f < from.size(); ++f)
    if (!from[f].isConstant(1))
      return std::nullopt;
  for (; t < to.size(); ++t)
    if (!to[t].isConstant(1))
      return std::nullopt;
  groups.back().fromEnd = from.size();
  groups.back().toEnd = to.size();
  return groups;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Permutations of dimensions, and transposes that know what they meet.
#include "compiler/transform/Permutation.h"

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

Permutation channelsFirst(size_t rank) {
  Permutation permutation{0, static_cast<int64_t>(rank) - 1};
  for (size_t dim = 1; dim + 1 < rank; ++dim)
    permutation.push_back(dim);
  return permutation;
}

Permutation channelsLast(size_t rank) { return inverse(channelsFirst(rank)); }

Permutation inverse(ArrayRef<int64_t> permutation) {
  Permutation result(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation))
    result[from] = to;
  return result;
}

bool isIdentity(ArrayRef<int64_t> permutation) {
  return llvm::is_sorted(permutation);
}

bool keepsOrder(ArrayRef<IndexExpr> sizes, ArrayRef<int64_t> permutation) {
  int64_t last = -1;
  for (int64_t from : permutation) {
    if (sizes[from].isConstant(1))
      continue;
    if (from < last)
      return false;
    last = from;
  }
  return true;
}

Value transposed(GraphBuilder &graph, Value input,
                 ArrayRef<int64_t> permutation) {
  Permutation whole(permutation);
  while (auto before = input.getDefiningOp<TransposeOp>()) {
    for (int64_t &from : whole)
      from = before.getPermutation()[from];
    input = before.getInput();
  }
  if (isIdentity(whole))
    return input;
  Sizes sizes = sizesOf(input);
  if (!keepsOrder(sizes, whole))
    return graph.transpose(input, whole);
  Sizes result = permuted(ArrayRef(sizes), whole);
  while (auto before = input.getDefiningOp<ReshapeOp>())
    input = before.getInput();
  return graph.withSizes(input, result);
}

bool isConstant(Value value) {
  llvm::SmallVector<Value> work{value};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!work.empty()) {
    Operation *op = work.pop_back_val().getDefiningOp();
    if (isa_and_nonnull<BroadcastOp, ReshapeOp, TransposeOp, ElementwiseOp>(
            op)) {
      if (seen.insert(op).second)
        llvm::append_range(work, op->getOperands());
    } else if (!isa_and_nonnull<ConstantOp>(op)) {
      return false;
    }
  }
  return true;
}

} // namespace tenon

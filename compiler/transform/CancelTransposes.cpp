// SPDX-License-Identifier: Apache-2.0
// Makes one op, or none, of transposes and reshapes that follow each other.
#include "compiler/transform/CancelTransposes.h"
#include "compiler/transform/Permutation.h"

using namespace mlir;

namespace tenon {

void dropUnread(func::FuncOp function) {
  for (Operation &op : llvm::make_early_inc_range(
           llvm::reverse(function.getBody().front().getOperations())))
    if (op.use_empty() && isa<TensorBody, ConstantOp>(op))
      op.erase();
}

/// What stands for the result of `op`, or null where `op` is as good as any.
static Value simplified(GraphBuilder &graph, Operation *op) {
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    Value input = transpose.getInput();
    bool stays = !input.getDefiningOp<TransposeOp>() &&
                 !keepsOrder(sizesOf(input), transpose.getPermutation());
    return stays ? Value()
                 : transposed(graph, input, transpose.getPermutation());
  }
  auto reshape = dyn_cast<ReshapeOp>(op);
  auto before =
      reshape ? reshape.getInput().getDefiningOp<ReshapeOp>() : ReshapeOp();
  if (!before)
    return {};
  return graph.withSizes(before.getInput(), sizesOf(reshape.getResult()));
}

LogicalResult cancelTransposes(func::FuncOp function) {
  llvm::SmallVector<Operation *> order;
  for (Operation &op : function.getBody().front())
    order.push_back(&op);
  for (Operation *op : order) {
    OpBuilder builder(op);
    GraphBuilder graph(builder, op->getLoc());
    if (Value value = simplified(graph, op))
      op->getResult(0).replaceAllUsesWith(value);
  }
  dropUnread(function);
  return success();
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Replaces ops whose operands are all constants by their value:
//
//   %a = tenon.constant dense<[1, 2]>       %r = tenon.constant dense<[2, 4]>
//   %r = tenon.elementwise add(%a, %a)
#include "compiler/reference/FoldConstants.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/transform/FoldConstants.h"

using namespace mlir;

namespace tenon {

static bool isFoldable(Operation *op) {
  if (!isa<TensorBody>(op) || isa<KernelOp>(op))
    return false;
  // A repeated number is cheaper as it is than as a tensor in memory.
  if (op->getNumResults() == 1 && splatValue(op->getResult(0)))
    return false;
  return llvm::all_of(op->getOperands(), [](Value operand) {
    return operand.getDefiningOp<ConstantOp>() || splatValue(operand);
  });
}

LogicalResult foldConstants(func::FuncOp function) {
  reference::FoldBudget budget;
  llvm::SmallVector<Operation *> order;
  for (Operation &op : function.getBody().front())
    order.push_back(&op);
  for (Operation *op : order) {
    if (!isFoldable(op))
      continue;
    std::optional<llvm::SmallVector<Attribute>> values =
        reference::foldConstants(op, budget);
    if (!values)
      continue;
    OpBuilder builder(op);
    for (auto [result, value] : llvm::zip(op->getResults(), *values))
      result.replaceAllUsesWith(
          builder.create<ConstantOp>(op->getLoc(), result.getType(), value));
    op->erase();
  }
  for (Operation &op : llvm::make_early_inc_range(
           llvm::reverse(function.getBody().front().getOperations())))
    if (op.use_empty() && isa<TensorBody, ConstantOp>(op))
      op.erase();
  return success();
}

} // namespace tenon

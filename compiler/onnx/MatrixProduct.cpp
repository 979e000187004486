// SPDX-License-Identifier: Apache-2.0
// numpy.matmul as one contract op.
#include "compiler/onnx/MatrixProduct.h"

using namespace mlir;

namespace tenon {

namespace {

/// The loop numbers of one operand, and the operand without the batch
/// dimensions of size 1 that broadcast.
struct Side {
  Value value;
  llvm::SmallVector<int64_t> loops;
};

} // namespace

/// Names the batch loops of `side` (the last of them is number `batch` - 1)
/// and drops dimensions of size 1 where `common` is not 1.
static Side batchLoops(GraphBuilder &graph, Value value, int64_t batch,
                       llvm::ArrayRef<IndexExpr> common) {
  Side side;
  Sizes sizes = sizesOf(value);
  int64_t own = static_cast<int64_t>(sizes.size()) - 2;
  llvm::SmallVector<int64_t> dropped;
  for (int64_t i = 0; i < own; ++i) {
    int64_t loop = batch - own + i;
    if (sizes[i].isConstant(1) && !common[loop].isConstant(1))
      dropped.push_back(i);
    else
      side.loops.push_back(loop);
  }
  side.value = dropped.empty() ? value : graph.squeeze(value, dropped);
  return side;
}

Value matrixProduct(GraphBuilder &graph, Value a, Value b) {
  bool rowVector = rankOf(a) == 1, columnVector = rankOf(b) == 1;
  if (rowVector)
    a = graph.unsqueeze(a, {0});
  if (columnVector)
    b = graph.unsqueeze(b, {1});
  int64_t batch = std::max(rankOf(a), rankOf(b)) - 2;
  Sizes common(batch, IndexExpr(1));
  for (Value operand : {a, b}) {
    Sizes sizes = sizesOf(operand);
    int64_t own = static_cast<int64_t>(sizes.size()) - 2;
    for (int64_t i = 0; i < own; ++i)
      if (common[batch - own + i].isConstant(1))
        common[batch - own + i] = sizes[i];
  }
  // Loops: batches, then m, n, then the summed k.
  Side left = batchLoops(graph, a, batch, common);
  Side right = batchLoops(graph, b, batch, common);
  left.loops.append({batch, batch + 2});
  right.loops.append({batch + 2, batch + 1});
  Value product = graph.contract(left.value, left.loops, right.value,
                                 right.loops, batch + 2);
  if (!product)
    return {};
  llvm::SmallVector<int64_t> dropped;
  if (rowVector)
    dropped.push_back(batch);
  if (columnVector)
    dropped.push_back(batch + 1);
  return dropped.empty() ? product : graph.squeeze(product, dropped);
}

} // namespace tenon

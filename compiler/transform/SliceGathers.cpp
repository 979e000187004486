// SPDX-License-Identifier: Apache-2.0
// Replaces gathers whose indices are known and evenly spaced by slices.
#include "compiler/transform/SliceGathers.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/ir/graph/GraphBuilder.h"
#include "compiler/transform/CancelTransposes.h"

using namespace mlir;

namespace tenon {

/// The indices as positions in [0, size); empty when one is outside.
static llvm::SmallVector<int64_t> positions(ConstantOp indices, int64_t size) {
  llvm::SmallVector<int64_t> result;
  std::vector<char> storage;
  llvm::ArrayRef<char> bytes = constantBytes(indices, storage);
  Type type = elementTypeOf(indices.getResult());
  size_t width = *elementBytes(type);
  for (size_t at = 0; at + width <= bytes.size(); at += width) {
    int64_t index = decodeNumber(bytes.data() + at, type).integer;
    if (index < 0)
      index += size;
    if (index < 0 || index >= size)
      return {};
    result.push_back(index);
  }
  return result;
}

/// The slice that `op` is, or null.
static Value asSlice(GatherOp op) {
  int64_t axis = op.getAxis();
  auto indices = op.getIndices().getDefiningOp<ConstantOp>();
  std::optional<int64_t> size = sizesOf(op.getData())[axis].constant();
  if (!indices || !size)
    return {};
  llvm::SmallVector<int64_t> at = positions(indices, *size);
  if (at.empty())
    return {};
  int64_t step = at.size() > 1 ? at[1] - at[0] : 1;
  for (size_t i = 1; i < at.size(); ++i)
    if (step == 0 || at[i] - at[i - 1] != step)
      return {};
  OpBuilder builder(op);
  GraphBuilder graph(builder, op.getLoc());
  Sizes sizes = sizesOf(op.getData()), starts(sizes.size(), IndexExpr(0));
  llvm::SmallVector<int64_t> steps(sizes.size(), 1);
  starts[axis] = at[0];
  steps[axis] = step;
  sizes[axis] = static_cast<int64_t>(at.size());
  Value slice = graph.slice(op.getData(), starts, steps, sizes);
  return graph.withSizes(slice, sizesOf(op.getResult()));
}

LogicalResult sliceGathers(func::FuncOp function) {
  llvm::SmallVector<GatherOp> gathers(
      function.getBody().front().getOps<GatherOp>());
  for (GatherOp op : gathers)
    if (Value slice = asSlice(op))
      op.getResult().replaceAllUsesWith(slice);
  dropUnread(function);
  return success();
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Running sums and products by core ops.
#include "compiler/onnx/Cumulative.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;

namespace tenon {

/// The elements of `axis` from the last to the first.
static Value reverse(GraphBuilder &graph, Value x, int64_t axis) {
  Sizes sizes = sizesOf(x), starts(sizes.size(), IndexExpr(0));
  llvm::SmallVector<int64_t> steps(sizes.size(), 1);
  starts[axis] = sizes[axis] - 1;
  steps[axis] = -1;
  return graph.slice(x, starts, steps, sizes);
}

LogicalResult lowerCumulative(OpImport &op, ReduceKind kind) {
  auto given = op.constantInts(1);
  if (failed(given))
    return failure();
  if (given->size() != 1)
    return op.invalid("the axis must be one number");
  FailureOr<int64_t> axis = op.normalizeAxis(given->front(), op.rank(0));
  if (failed(axis))
    return failure();
  GraphBuilder &graph = op.graph;
  Value x = widenHalf(graph, op.input(0));
  bool fromEnd = op.intAttribute("reverse", 0) != 0;
  if (fromEnd)
    x = reverse(graph, x, *axis);
  Value steps = graph.mlirBuilder().create<ScanOp>(
      graph.location(), x.getType(), x, kind, *axis,
      op.intAttribute("exclusive", 0) != 0);
  if (fromEnd)
    steps = reverse(graph, steps, *axis);
  return op.result(graph.cast(steps, op.elementType(0)));
}

OnnxOp cumulativeOp(const char *name, const char *formula, int since,
                    LowerFunction lower) {
  OnnxOpRow row;
  row.since = since;
  row.operands = {{"x", kNumbers}, {"axis", kIndices, 'A'}};
  row.attributes = {{"exclusive", OnnxAttributeType::Int},
                    {"reverse", OnnxAttributeType::Int}};
  row.lower = lower;
  return {name, formula, {row}};
}

} // namespace tenon

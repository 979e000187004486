// SPDX-License-Identifier: Apache-2.0
// Det: determinants of small square matrices, expanded along the rows from
// the last one up: a minor for each choice of columns.
// https://onnx.ai/onnx/operators/onnx__Det.html
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

/// Larger ones take elimination with pivots, which no core op does.
static constexpr int64_t kLargest = 6;

static LogicalResult lowerDet(OpImport &op) {
  GraphBuilder &graph = op.graph;
  int64_t rank = op.rank(0);
  if (rank < 2)
    return op.invalid("the operand must have at least 2 dimensions");
  Sizes sizes = op.sizes(0);
  std::optional<int64_t> n = sizes[rank - 1].constant();
  if (!n || *n > kLargest || *n < 1)
    return op.unsupported("matrices of " + sizes[rank - 1].str() +
                          " columns; supported: 1 to " + Twine(kLargest));
  if (!graph.requireEqual(sizes[rank - 2], *n, "rows of a determinant"))
    return failure();
  Value x = widenHalf(graph, op.input(0));
  auto entry = [&](int64_t row, int64_t column) {
    Value part = graph.sliceAxis(x, rank - 2, row, 1);
    return graph.squeeze(graph.sliceAxis(part, rank - 1, column, 1),
                         {rank - 2, rank - 1});
  };
  // minors[set]: of the last rows, as many as `set` has columns.
  llvm::SmallVector<Value> minors(size_t(1) << *n);
  for (size_t set = 1; set < minors.size(); ++set) {
    int64_t row = *n - llvm::popcount(set);
    bool negative = false;
    for (int64_t column = 0; column < *n; ++column) {
      if (!(set >> column & 1))
        continue;
      Value rest = minors[set & ~(size_t(1) << column)];
      Value term = entry(row, column);
      term = rest ? graph.mul(term, rest) : term;
      Value &sum = minors[set];
      sum = !sum       ? term
            : negative ? graph.sub(sum, term)
                       : graph.add(sum, term);
      negative = !negative;
    }
  }
  return op.result(graph.cast(minors.back(), op.elementType(0)));
}

OnnxOp tenon::describeDet() {
  return {"Det",
          "determinant of the last two dimensions",
          {{.since = 11, .operands = {{"X", kFloats}}, .lower = lowerDet}}};
}

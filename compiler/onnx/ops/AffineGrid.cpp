// SPDX-License-Identifier: Apache-2.0
// AffineGrid: the positions that affine maps give the elements of planes whose
// dimensions run from -1 to 1.
// https://onnx.ai/onnx/operators/onnx__AffineGrid.html
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

/// The coordinates of a dimension of `size`, along `dim` of `rank`.
static Value coordinates(GraphBuilder &graph, const IndexExpr &size,
                         int64_t dim, int64_t rank, bool alignCorners,
                         Type type) {
  Sizes shape(rank, IndexExpr(1));
  shape[dim] = size;
  // (2 i - length) / length with length size - 1, or (2 i + 1 - length) /
  // length with length size; 0 for one element.
  Value twice = graph.iota(shape, dim, alignCorners ? 0 : 1, 2, type);
  IndexExpr length = alignCorners ? size - 1 : size;
  return graph.div(
      graph.sub(twice, sizeScalar(graph, length, type)),
      sizeScalar(graph, IndexExpr::max(length, IndexExpr(1)), type));
}

static LogicalResult lowerAffineGrid(OpImport &op) {
  GraphBuilder &graph = op.graph;
  FailureOr<Sizes> size = op.symbolicInts(1); // n, c, then the plane
  if (failed(size))
    return failure();
  auto spatial = static_cast<int64_t>(size->size()) - 2;
  Sizes theta = op.rank(0) == 3 ? op.sizes(0) : Sizes(3);
  if (spatial < 1 || !theta[1].isConstant(spatial) ||
      !theta[2].isConstant(spatial + 1))
    return op.invalid("theta must be [n, r, r + 1] and size must have r + 2 "
                      "entries");
  if (!graph.requireEqual(theta[0], (*size)[0], "batch dimension"))
    return failure();
  bool alignCorners = op.intAttribute("align_corners", 0) != 0;
  Value wide = widenHalf(graph, op.input(0));
  int64_t rank = spatial + 2; // [n, plane..., coordinate]
  Value sum;
  for (int64_t i = 0; i <= spatial; ++i) {
    Sizes column(rank, IndexExpr(1));
    column.front() = theta[0];
    column.back() = spatial;
    Value term = graph.reshape(graph.sliceAxis(wide, 2, i, 1), column);
    // Coordinate i belongs to the i-th dimension from the right; the last
    // column is added as it is.
    int64_t dim = spatial - i;
    if (i < spatial)
      term = graph.mul(term, coordinates(graph, (*size)[dim + 1], dim, rank,
                                         alignCorners, elementTypeOf(wide)));
    sum = sum ? graph.add(sum, term) : term;
  }
  return op.result(graph.cast(sum, op.elementType(0)));
}

OnnxOp tenon::describeAffineGrid() {
  return {"AffineGrid",
          "grid[n, o] = theta[n] * (coordinates of o, 1)",
          {{.since = 20,
            .operands = {{"theta", kFloats}, {"size", kI64, 'S'}},
            .attributes = {{"align_corners", OnnxAttributeType::Int}},
            .lower = lowerAffineGrid}}};
}

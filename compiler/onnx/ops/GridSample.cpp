// SPDX-License-Identifier: Apache-2.0
// GridSample: planes read at the positions of a grid, whose -1 and 1 are the
// ends of each dimension.
// https://onnx.ai/onnx/operators/onnx__GridSample.html
#include "compiler/onnx/PointSampling.h"
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/WideFloat.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tenon;

namespace {

struct GridModes {
  SampleKind kind;
  SampleOutside outside;
  bool alignCorners;
};

} // namespace

static FailureOr<GridModes> readModes(OpImport &op) {
  StringRef mode = op.stringAttribute("mode", "linear");
  StringRef padding = op.stringAttribute("padding_mode", "zeros");
  auto kind = llvm::StringSwitch<std::optional<SampleKind>>(mode)
                  .Case("nearest", SampleKind::Nearest)
                  .Cases("linear", "bilinear", SampleKind::Linear)
                  .Cases("cubic", "bicubic", SampleKind::Cubic)
                  .Default(std::nullopt);
  auto outside = llvm::StringSwitch<std::optional<SampleOutside>>(padding)
                     .Case("zeros", SampleOutside::Zeros)
                     .Case("border", SampleOutside::Border)
                     .Case("reflection", SampleOutside::Reflection)
                     .Default(std::nullopt);
  if (!kind || !outside)
    return op.invalid("mode '" + mode + "' or padding_mode '" + padding +
                      "' does not exist");
  return GridModes{*kind, *outside, op.intAttribute("align_corners", 0) != 0};
}

/// Taps in a dimension of `size` for grid coordinates in [-1, 1].
static llvm::SmallVector<SampleTap> gridTaps(GraphBuilder &graph, Value grid,
                                             const IndexExpr &size,
                                             const GridModes &modes) {
  Type type = elementTypeOf(grid);
  SampleRange indices = indexRange(graph, size, type), ends = indices;
  // From 0 to the length that the grid spans.
  Value position = graph.apply(ScalarFn::Add, grid, 1.0);
  if (modes.alignCorners) {
    position =
        graph.mul(graph.apply(ScalarFn::Mul, position, 0.5), indices.high);
  } else {
    ends.low = graph.scalar(-0.5, type);
    ends.high = graph.apply(ScalarFn::Add, indices.high, 0.5);
    position = graph.mul(position, sizeScalar(graph, size, type));
    position = graph.apply(ScalarFn::Sub, position, 1.0);
    position = graph.apply(ScalarFn::Mul, position, 0.5);
  }
  if (modes.kind == SampleKind::Nearest)
    position = graph.apply(ScalarFn::Round, {position});
  if (modes.outside == SampleOutside::Reflection)
    position = mirrorInto(graph, position, ends);
  if (modes.outside == SampleOutside::Border) {
    // Only beyond the ends: a cubic kernel sees the difference.
    Value moved = graph.apply(
        ScalarFn::Min,
        {graph.apply(ScalarFn::Max, {position, indices.low}), indices.high});
    Value beyond = graph.apply(
        ScalarFn::Or, {graph.apply(ScalarFn::Less, {position, ends.low}),
                       graph.apply(ScalarFn::Greater, {position, ends.high})});
    position = graph.select(beyond, moved, position);
  }
  return sampleTaps(graph, position, size, modes.kind, modes.outside, ends);
}

static LogicalResult lowerGridSample(OpImport &op) {
  GraphBuilder &graph = op.graph;
  FailureOr<GridModes> modes = readModes(op);
  if (failed(modes))
    return failure();
  int64_t rank = op.rank(0), spatial = rank - 2;
  if (spatial < 1 || op.rank(1) != rank ||
      !op.sizes(1).back().isConstant(spatial))
    return op.invalid("X and grid must be [n, c, d1, ..., dr] and "
                      "[n, o1, ..., or, r]");
  Sizes x = op.sizes(0), points = op.sizes(1);
  if (!graph.requireEqual(x[0], points[0], "batch dimension"))
    return failure();
  points.pop_back();
  Value grid = widenHalf(graph, op.input(1));
  llvm::SmallVector<llvm::SmallVector<SampleTap>> taps;
  for (int64_t i = 0; i < spatial; ++i) {
    // The grid names the last dimension first.
    Value coordinates = graph.squeeze(
        graph.sliceAxis(grid, rank - 1, spatial - 1 - i, 1), {rank - 1});
    taps.push_back(gridTaps(graph, coordinates, x[i + 2], *modes));
  }
  Value data = graph.cast(op.input(0), elementTypeOf(grid));
  Value y = foldTerms(graph, ScalarFn::Add,
                      sampleTerms(graph, data, {}, taps, points));
  return op.result(graph.cast(y, op.elementType(0)));
}

OnnxOp tenon::describeGridSample() {
  return {"GridSample",
          "y[n, c, o] = x[n, c, grid[n, o]], interpolated",
          {{.since = 16,
            .operands = {{"X"}, {"grid", kFloats, 'G'}},
            .attributes = {{"align_corners", OnnxAttributeType::Int},
                           {"mode", OnnxAttributeType::String},
                           {"padding_mode", OnnxAttributeType::String}},
            .lower = lowerGridSample}}};
}

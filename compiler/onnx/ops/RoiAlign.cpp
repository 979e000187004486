// SPDX-License-Identifier: Apache-2.0
// RoiAlign: each region of interest brought to one size; a cell of the result
// folds sampling_ratio^2 interpolated points.
// https://onnx.ai/onnx/operators/onnx__RoiAlign.html
#include "compiler/onnx/PointSampling.h"
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

namespace {

/// The two spatial dimensions take the same steps.
struct RoiAxis {
  int64_t first, last; // columns of rois
  int64_t cells;       // of the result
  IndexExpr size;      // of the data
  bool isRow;          // rows vary along dimensions 1, 2, columns along 3, 4
};

struct RoiSettings {
  double scale;
  int64_t samples;
  bool halfPixel;
};

} // namespace

/// Positions of the samples: [roi, cells, samples, 1, 1] or [roi, 1, 1, cells,
/// samples].
static Value samplePositions(OpImport &op, const RoiAxis &axis,
                             const RoiSettings &settings) {
  GraphBuilder &graph = op.graph;
  Value rois = widenHalf(graph, op.input(1));
  Type type = elementTypeOf(rois);
  auto column = [&](int64_t i) {
    Value scaled = graph.apply(ScalarFn::Mul, graph.sliceAxis(rois, 1, i, 1),
                               settings.scale);
    if (settings.halfPixel)
      scaled = graph.apply(ScalarFn::Sub, scaled, 0.5);
    return graph.reshape(scaled, {op.sizes(1)[0], 1, 1, 1, 1});
  };
  Value start = column(axis.first);
  Value length = graph.sub(column(axis.last), start);
  if (!settings.halfPixel) // regions without an area become 1 x 1
    length = graph.apply(ScalarFn::Max, length, 1.0);
  auto cells = static_cast<double>(axis.cells);
  auto samples = static_cast<double>(settings.samples);
  // (cell + (sample + 1/2) / samples) / cells of the region's length.
  Sizes shape{1, axis.cells, settings.samples, 1, 1};
  if (!axis.isRow)
    shape = {1, 1, 1, axis.cells, settings.samples};
  int64_t cellDim = axis.isRow ? 1 : 3;
  Value place = graph.add(
      graph.iota(shape, cellDim, 0, 1, type),
      graph.iota(shape, cellDim + 1, 0.5 / samples, 1 / samples, type));
  Value bin = graph.apply(ScalarFn::Mul, length, 1 / cells);
  return graph.add(start, graph.mul(place, bin));
}

/// Linear taps; a position farther than one element outside reads nothing.
static llvm::SmallVector<SampleTap> roiTaps(GraphBuilder &graph, Value position,
                                            const IndexExpr &size) {
  Type type = elementTypeOf(position);
  SampleRange range = indexRange(graph, size, type);
  Value near = graph.apply(
      ScalarFn::And, {graph.apply(ScalarFn::GreaterEqual, position, -1.0),
                      graph.apply(ScalarFn::LessEqual,
                                  {position, sizeScalar(graph, size, type)})});
  Value inside = graph.apply(
      ScalarFn::Min,
      {graph.apply(ScalarFn::Max, {position, range.low}), range.high});
  llvm::SmallVector<SampleTap> taps = sampleTaps(
      graph, inside, size, SampleKind::Linear, SampleOutside::Border, range);
  for (SampleTap &tap : taps)
    tap.weight = graph.select(near, tap.weight, graph.scalar(0, type));
  return taps;
}

static LogicalResult checkRoiAlign(OpImport &op, const RoiSettings &settings,
                                   int64_t height, int64_t width) {
  constexpr int64_t kMost = 1 << 15; // products stay in int64
  if (op.rank(0) != 4 || op.rank(1) != 2 || op.rank(2) != 1)
    return op.invalid("X, rois and batch_indices must have 4, 2 and 1 "
                      "dimensions");
  if (settings.samples == 0)
    return op.unsupported("sampling_ratio 0, a number of samples that depends "
                          "on the regions",
                          "export with a fixed sampling_ratio");
  for (int64_t value : {settings.samples, height, width})
    if (value < 1 || value > kMost)
      return op.invalid("sampling_ratio, output_height or output_width is " +
                        Twine(value) + "; allowed: 1 to " + Twine(kMost));
  return success();
}

static LogicalResult lowerRoiAlign(OpImport &op) {
  GraphBuilder &graph = op.graph;
  int64_t height = op.intAttribute("output_height", 1);
  int64_t width = op.intAttribute("output_width", 1);
  // Before opset 16 there was no shift by half a pixel.
  StringRef mode =
      op.stringAttribute("coordinate_transformation_mode",
                         op.opset < 16 ? "output_half_pixel" : "half_pixel");
  StringRef fold = op.stringAttribute("mode", "avg");
  RoiSettings settings{op.floatAttribute("spatial_scale", 1),
                       op.intAttribute("sampling_ratio", 0),
                       mode == "half_pixel"};
  if (failed(checkRoiAlign(op, settings, height, width)))
    return failure();
  if (fold != "avg" && fold != "max")
    return op.invalid("mode is '" + fold + "' and must be avg or max");
  Sizes x = op.sizes(0);
  int64_t samples = settings.samples;
  Value rows = samplePositions(op, {1, 3, height, x[2], true}, settings);
  Value columns = samplePositions(op, {0, 2, width, x[3], false}, settings);
  Value data = graph.cast(op.input(0), elementTypeOf(rows));
  llvm::SmallVector<Value> terms =
      sampleTerms(graph, data, op.input(2),
                  {roiTaps(graph, rows, x[2]), roiTaps(graph, columns, x[3])},
                  {op.sizes(1)[0], height, samples, width, samples});
  // [roi, channel, row, sample, column, sample]. ONNX's maximum is over the
  // weighted taps, not over the interpolated points.
  bool average = fold == "avg";
  Value all = foldTerms(graph, average ? ScalarFn::Add : ScalarFn::Max, terms);
  Value y = graph.reduce(average ? ReduceKind::Sum : ReduceKind::Max, all,
                         {3, 5}, /*keepDims=*/false);
  if (average)
    y = graph.apply(ScalarFn::Mul, y,
                    1.0 / static_cast<double>(samples * samples));
  return op.result(graph.cast(y, op.elementType(0)));
}

OnnxOp tenon::describeRoiAlign() {
  std::vector<OnnxOperandRow> operands = {
      {"X", kFloats}, {"rois", kFloats}, {"batch_indices", kI64, 'I'}};
  OnnxOpRow old{.since = 10,
                .until = 15,
                .operands = operands,
                .attributes = {{"mode", OnnxAttributeType::String},
                               {"output_height", OnnxAttributeType::Int},
                               {"output_width", OnnxAttributeType::Int},
                               {"sampling_ratio", OnnxAttributeType::Int},
                               {"spatial_scale", OnnxAttributeType::Float}},
                .lower = lowerRoiAlign};
  OnnxOpRow current = old;
  current.since = 16;
  current.until = kLatestOpset;
  current.attributes.push_back(
      {"coordinate_transformation_mode", OnnxAttributeType::String});
  return {"RoiAlign", "regions of X brought to one size", {old, current}};
}

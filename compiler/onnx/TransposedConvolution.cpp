// SPDX-License-Identifier: Apache-2.0
// Transposed convolution as a window over a spread-out input.
#include "compiler/onnx/TransposedConvolution.h"
#include "compiler/onnx/WindowAttributes.h"

using namespace mlir;
using llvm::ArrayRef;
using llvm::Twine;

namespace tenon {

namespace {

/// What ConvTranspose adds to the attributes of a convolution.
struct OutputAttributes {
  llvm::SmallVector<int64_t> padding, shape; // shape: empty when missing
  Sizes low, high;
  AutoPad mode = AutoPad::NotSet;
};

} // namespace

static FailureOr<OutputAttributes> readOutput(OpImport &op, size_t spatial) {
  OutputAttributes output;
  llvm::SmallVector<int64_t> zeros(spatial, 0);
  output.padding = op.intsAttribute("output_padding", zeros);
  output.shape = op.intsAttribute("output_shape");
  FailureOr<AutoPad> mode = autoPad(op);
  if (failed(mode) || failed(readPads(op, spatial, output.low, output.high)))
    return failure();
  output.mode = *mode;
  if (output.padding.size() != spatial)
    return op.invalid("output_padding has " + Twine(output.padding.size()) +
                      " entries and must have " + Twine(spatial));
  // Some exporters name batch and channels as well.
  if (output.shape.size() == spatial + 2)
    output.shape.erase(output.shape.begin(), output.shape.begin() + 2);
  if (!output.shape.empty() && output.shape.size() != spatial)
    return op.invalid("output_shape has " + Twine(output.shape.size()) +
                      " entries and must have " + Twine(spatial));
  for (int64_t value : output.padding)
    if (value < 0 || value > INT32_MAX)
      return op.invalid("an entry of output_padding is " + Twine(value) +
                        " and must not be negative");
  return output;
}

/// Result size and leading padding of spatial dimension `i`.
static void placeResult(TransposedShape &shape, const OutputAttributes &output,
                        size_t i, const IndexExpr &size) {
  int64_t stride = shape.strides[i];
  int64_t reach = (shape.kernel[i] - 1) * shape.dilations[i] + 1;
  IndexExpr full = (size - 1) * stride + output.padding[i] + reach;
  bool same =
      output.mode == AutoPad::SameUpper || output.mode == AutoPad::SameLower;
  if (output.shape.empty() && !same) {
    bool valid = output.mode == AutoPad::Valid;
    shape.low.push_back(valid ? IndexExpr(0) : output.low[i]);
    shape.outputSizes.push_back(valid ? full
                                      : full - output.low[i] - output.high[i]);
    return;
  }
  IndexExpr wanted =
      output.shape.empty() ? size * stride : IndexExpr(output.shape[i]);
  // A result larger than what the input reaches has zeros at its end.
  IndexExpr total = IndexExpr::max(full - wanted, IndexExpr(0));
  bool lower = output.mode != AutoPad::SameUpper;
  shape.low.push_back(sharePadding(total, lower).first);
  shape.outputSizes.push_back(wanted);
}

FailureOr<TransposedShape> transposedShape(OpImport &op,
                                           ArrayRef<int64_t> kernel) {
  size_t spatial = kernel.size();
  TransposedShape shape;
  auto strides = spatialList(op, "strides", spatial);
  auto dilations = spatialList(op, "dilations", spatial);
  auto output = readOutput(op, spatial);
  if (failed(strides) || failed(dilations) || failed(output))
    return failure();
  shape.kernel.assign(kernel.begin(), kernel.end());
  shape.strides = *strides;
  shape.dilations = *dilations;
  Sizes sizes = op.sizes(0);
  for (size_t i = 0; i < spatial; ++i)
    placeResult(shape, *output, i, sizes[i + 2]);
  return shape;
}

/// [c, m / g, k...] as the filter [m, c / g, k...] of a convolution: channels
/// exchanged within each of `groups` groups, taps mirrored.
static Value exchangeAndMirror(GraphBuilder &graph, Value filter,
                               int64_t groups) {
  Sizes sizes = sizesOf(filter);
  IndexExpr inner = IndexExpr::floorDiv(sizes[0], groups), outer = sizes[1];
  Sizes split{groups, inner, outer}, joined{outer * groups, inner};
  llvm::SmallVector<int64_t> order{0, 2, 1};
  for (size_t i = 2; i < sizes.size(); ++i) {
    split.push_back(sizes[i]);
    joined.push_back(sizes[i]);
    order.push_back(static_cast<int64_t>(i) + 1);
  }
  Value parts = graph.reshape(filter, split);
  if (!parts)
    return {};
  Value exchanged = graph.reshape(graph.transpose(parts, order), joined);
  Sizes starts(sizes.size(), IndexExpr(0));
  llvm::SmallVector<int64_t> steps(sizes.size(), 1);
  for (size_t i = 2; i < sizes.size(); ++i) {
    starts[i] = sizes[i] - 1;
    steps[i] = -1;
  }
  return graph.slice(exchanged, starts, steps, joined);
}

Value transposedConvolution(GraphBuilder &graph, Value input, Value filter,
                            const TransposedShape &shape) {
  if (!graph.requireEqual(sizesOf(input)[1], sizesOf(filter)[0],
                          "number of input channels"))
    return {};
  Value mirrored = exchangeAndMirror(graph, filter, shape.groups);
  if (!mirrored)
    return {};
  WindowShape window;
  window.kernel = shape.kernel;
  window.dilations = shape.dilations;
  window.inputDilations = shape.strides;
  window.groups = shape.groups;
  window.outputSizes = shape.outputSizes;
  for (size_t i = 0; i < shape.kernel.size(); ++i) {
    // Tap k of the mirrored filter is tap kernel - 1 - k of the given one.
    int64_t reach = (shape.kernel[i] - 1) * shape.dilations[i] + 1;
    IndexExpr spread =
        (sizesOf(input)[i + 2] - 1) * shape.strides[i] + IndexExpr(1);
    window.low.push_back(IndexExpr(reach - 1) - shape.low[i]);
    window.high.push_back(shape.outputSizes[i] + (reach - 1) - spread -
                          window.low[i]);
  }
  return graph.window(WindowKind::Convolve, input, mirrored, window,
                      shape.resultType);
}

} // namespace tenon

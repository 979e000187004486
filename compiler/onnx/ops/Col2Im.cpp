// SPDX-License-Identifier: Apache-2.0
// Col2Im: blocks of columns added back to the places of an image that they
// were taken from: a transposed convolution whose filters each pick one tap.
// https://onnx.ai/onnx/operators/onnx__Col2Im.html
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/TransposedConvolution.h"
#include "compiler/onnx/WindowAttributes.h"

using namespace mlir;
using namespace tenon;

/// [channels * taps, 1, kernel...]: 1 where the tap is the channel's number
/// modulo `taps`.
static Value pickingFilter(GraphBuilder &graph, const IndexExpr &channels,
                           llvm::ArrayRef<int64_t> kernel, Type type) {
  Sizes taps(kernel.begin(), kernel.end());
  IndexExpr count = numElements(taps);
  Type i64 = IntegerType::get(graph.context(), 64);
  Value own =
      graph.apply(ScalarFn::Mod, {graph.iota({channels * count}, 0, 0, 1, i64),
                                  sizeScalar(graph, count, i64)});
  Sizes rows(kernel.size() + 2, IndexExpr(1)), columns = rows;
  rows[0] = channels * count;
  std::copy(taps.begin(), taps.end(), columns.begin() + 2);
  Value tap = graph.reshape(graph.iota({count}, 0, 0, 1, i64), columns);
  Value same = graph.apply(ScalarFn::Equal, {graph.reshape(own, rows), tap});
  return graph.cast(same, type);
}

static LogicalResult lowerCol2Im(OpImport &op) {
  FailureOr<Sizes> image = op.symbolicInts(1);
  auto kernel = op.constantInts(2);
  if (failed(image) || failed(kernel))
    return failure();
  size_t spatial = kernel->size();
  auto strides = spatialList(op, "strides", spatial);
  auto dilations = spatialList(op, "dilations", spatial);
  TransposedShape shape;
  Sizes high;
  if (failed(strides) || failed(dilations) ||
      failed(readPads(op, spatial, shape.low, high)))
    return failure();
  if (op.rank(0) != 3 || image->size() != spatial || spatial == 0)
    return op.invalid("input must have 3 dimensions, image_shape and "
                      "block_shape as many entries, at least 1");
  IndexExpr taps(1);
  Sizes blocks;
  for (size_t i = 0; i < spatial; ++i) {
    if ((*kernel)[i] < 1 || (*kernel)[i] > INT32_MAX)
      return op.invalid("an entry of block_shape is " + Twine((*kernel)[i]) +
                        " and must be positive");
    taps = taps * (*kernel)[i];
    blocks.push_back(WindowOp::outputSize((*image)[i], (*kernel)[i],
                                          (*strides)[i], (*dilations)[i], 1,
                                          shape.low[i], high[i], false));
  }
  shape.kernel = *kernel;
  shape.strides = *strides;
  shape.dilations = *dilations;
  shape.outputSizes = *image;
  IndexExpr channels = IndexExpr::floorDiv(op.sizes(0)[1], taps);
  std::optional<int64_t> groups = channels.constant();
  if (!groups || *groups < 1)
    return op.unsupported("the number of channels, " + channels.str() +
                              ", is not known or not positive",
                          "give that size with --shape");
  shape.groups = *groups;
  Sizes columns{op.sizes(0)[0], channels * taps};
  columns.append(blocks);
  Value input = op.graph.reshape(op.input(0), columns);
  if (!input)
    return failure();
  Value filter = pickingFilter(op.graph, channels, *kernel, op.elementType(0));
  return op.result(transposedConvolution(op.graph, input, filter, shape));
}

OnnxOp tenon::describeCol2Im() {
  return {"Col2Im",
          "y[n, c, l * s + k * d - p] += x[n, c * taps + k, l]",
          {{.since = 18,
            .operands = {{"input", kNumbers},
                         {"image_shape", kI64, 'I'},
                         {"block_shape", kI64, 'I'}},
            .attributes = {{"dilations", OnnxAttributeType::Ints},
                           {"pads", OnnxAttributeType::Ints},
                           {"strides", OnnxAttributeType::Ints}},
            .lower = lowerCol2Im}}};
}

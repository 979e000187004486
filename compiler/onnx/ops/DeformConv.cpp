// SPDX-License-Identifier: Apache-2.0
// DeformConv: a convolution whose taps are moved by offsets that are data and
// weighted by a mask: the moved taps are sampled, then contracted with the
// filter.
// https://onnx.ai/onnx/operators/onnx__DeformConv.html
#include "compiler/onnx/Convolution.h"
#include "compiler/onnx/PointSampling.h"
#include "compiler/onnx/WideFloat.h"
#include "compiler/onnx/WindowAttributes.h"

using namespace mlir;
using namespace tenon;

enum Operand : unsigned { kX, kW, kOffset, kBias, kMask };

/// Where tap (k, l) at result (h, w) reads along spatial dimension `dim`:
/// [n * groups, k, l, h, w].
static Value tapPositions(GraphBuilder &graph, Value offsets, int64_t dim,
                          const WindowShape &shape) {
  Type type = elementTypeOf(offsets);
  Sizes sizes = sizesOf(offsets); // [n * groups, k, l, 2, h, w]
  Value moved = graph.squeeze(graph.sliceAxis(offsets, 3, dim, 1), {3});
  Sizes taps(5, IndexExpr(1)), results = taps;
  taps[1 + dim] = shape.kernel[dim];
  results[3 + dim] = sizes[4 + dim];
  auto step = [](int64_t value) { return static_cast<double>(value); };
  Value base = graph.add(
      graph.iota(taps, 1 + dim, -step(*shape.low[dim].constant()),
                 step(shape.dilations[dim]), type),
      graph.iota(results, 3 + dim, 0, step(shape.strides[dim]), type));
  return graph.add(moved, base);
}

/// Sampled taps [n * groups, c / groups, k, l, h, w], masked.
static Value sampledTaps(OpImport &op, const WindowShape &shape,
                         int64_t groups) {
  GraphBuilder &graph = op.graph;
  Sizes x = op.sizes(kX), offset = op.sizes(kOffset);
  int64_t k = shape.kernel[0], l = shape.kernel[1];
  IndexExpr batch = x[0] * groups, height = offset[2], width = offset[3];
  Value offsets = graph.reshape(widenHalf(graph, op.input(kOffset)),
                                {batch, k, l, 2, height, width});
  Value data =
      graph.reshape(widenHalf(graph, op.input(kX)),
                    {batch, IndexExpr::floorDiv(x[1], groups), x[2], x[3]});
  if (!offsets || !data)
    return {};
  llvm::SmallVector<llvm::SmallVector<SampleTap>> taps;
  for (int64_t dim : {0, 1})
    taps.push_back(sampleTaps(graph, tapPositions(graph, offsets, dim, shape),
                              x[2 + dim], SampleKind::Linear,
                              SampleOutside::Zeros, {}));
  Value value = foldTerms(
      graph, ScalarFn::Add,
      sampleTerms(graph, data, {}, taps, {batch, k, l, height, width}));
  if (!op.hasInput(kMask))
    return value;
  Value mask = graph.reshape(widenHalf(graph, op.input(kMask)),
                             {batch, 1, k, l, height, width});
  return mask ? graph.mul(value, mask) : Value();
}

static LogicalResult lowerDeformConv(OpImport &op) {
  GraphBuilder &graph = op.graph;
  FailureOr<llvm::SmallVector<int64_t>> kernel = filterKernel(op);
  if (failed(kernel))
    return failure();
  FailureOr<int64_t> groups = channelGroups(op);
  if (failed(groups))
    return failure();
  if (kernel->size() != 2 || op.rank(kOffset) != 4)
    return op.unsupported("DeformConv of other than 2 spatial dimensions");
  FailureOr<WindowShape> shape = windowShape(op, *kernel);
  if (failed(shape))
    return failure();
  int64_t offsetGroups = op.intAttribute("offset_group", 1);
  if (offsetGroups < 1 || offsetGroups > INT32_MAX)
    return op.invalid("offset_group is " + Twine(offsetGroups) +
                      " and must be positive");
  for (int64_t dim : {0, 1})
    if (!graph.requireEqual(op.sizes(kOffset)[2 + dim], shape->outputSizes[dim],
                            "size of offset"))
      return failure();
  Value taps = sampledTaps(op, *shape, offsetGroups);
  Sizes x = op.sizes(kX), w = op.sizes(kW), out = op.sizes(kOffset);
  IndexExpr inner = w[1], outer = IndexExpr::floorDiv(w[0], *groups);
  if (!taps)
    return failure();
  taps =
      graph.reshape(taps, {x[0], *groups, inner, w[2], w[3], out[2], out[3]});
  Value filter = graph.reshape(widenHalf(graph, op.input(kW)),
                               {*groups, outer, inner, w[2], w[3]});
  if (!taps || !filter)
    return failure();
  // Loops: n, group, m, h, w, then the summed c, k, l.
  Value y =
      graph.contract(taps, {0, 1, 5, 6, 7, 3, 4}, filter, {1, 2, 5, 6, 7}, 5);
  y = y ? graph.reshape(y, {x[0], w[0], out[2], out[3]}) : Value();
  return op.result(addChannelBias(op, y, kBias));
}

OnnxOp tenon::describeDeformConv() {
  return {"DeformConv",
          "a convolution of x at taps moved by offset, weighted by mask",
          {{.since = 19,
            .operands = {{"X", kFloats},
                         {"W", kFloats},
                         {"offset", kFloats},
                         {"B", kFloats, 'T', OperandUse::Optional},
                         {"mask", kFloats, 'T', OperandUse::Optional}},
            .attributes = {{"dilations", OnnxAttributeType::Ints},
                           {"group", OnnxAttributeType::Int},
                           {"kernel_shape", OnnxAttributeType::Ints},
                           {"offset_group", OnnxAttributeType::Int},
                           {"pads", OnnxAttributeType::Ints},
                           {"strides", OnnxAttributeType::Ints}},
            .lower = lowerDeformConv}}};
}

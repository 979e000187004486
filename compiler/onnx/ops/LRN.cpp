// SPDX-License-Identifier: Apache-2.0
// LRN: each element by a power of the squares of its neighbours among the
// channels.
// https://onnx.ai/onnx/operators/onnx__LRN.html
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

/// The sum of `x` over `size` channels about each one.
static Value sumOverNeighbours(GraphBuilder &graph, Value x, int64_t size) {
  // Channels become the spatial dimension of a window.
  Sizes sizes = sizesOf(x);
  IndexExpr plane = numElements(llvm::ArrayRef(sizes).drop_front(2));
  WindowShape shape;
  shape.kernel = {size, 1};
  shape.low = {(size - 1) / 2, 0};
  shape.high = {size / 2, 0};
  Value rows = graph.reshape(x, {sizes[0], 1, sizes[1], plane});
  return graph.reshape(graph.window(WindowKind::Sum, rows, {}, shape), sizes);
}

static LogicalResult lowerLrn(OpImport &op) {
  int64_t size = op.intAttribute("size", 0);
  if (op.rank(0) < 2)
    return op.invalid("the operand has " + Twine(op.rank(0)) +
                      " dimensions; at least 2 (batch, channels) are needed");
  if (size < 1 || size > INT32_MAX)
    return op.invalid("size is " + Twine(size) + " and must be positive");
  GraphBuilder &graph = op.graph;
  Value x = widenHalf(graph, op.input(0));
  Value squares = sumOverNeighbours(graph, graph.mul(x, x), size);
  double alpha = op.floatAttribute("alpha", 1e-4) / static_cast<double>(size);
  Value base =
      graph.apply(ScalarFn::Add, graph.apply(ScalarFn::Mul, squares, alpha),
                  op.floatAttribute("bias", 1));
  Value divisor =
      graph.apply(ScalarFn::Pow, base, op.floatAttribute("beta", 0.75));
  return op.result(graph.cast(graph.div(x, divisor), op.elementType(0)));
}

OnnxOp tenon::describeLRN() {
  return {"LRN",
          "x / (bias + alpha / size * sum of x^2 over size channels)^beta",
          {{.operands = {{"X", kFloats}},
            .attributes = {{"alpha", OnnxAttributeType::Float},
                           {"beta", OnnxAttributeType::Float},
                           {"bias", OnnxAttributeType::Float},
                           {"size", OnnxAttributeType::Int, true}},
            .lower = lowerLrn}}};
}

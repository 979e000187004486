// SPDX-License-Identifier: Apache-2.0
// MaxPool: the greatest element of each window, padding left out, and on
// request where it stands in the whole operand.
// https://onnx.ai/onnx/operators/onnx__MaxPool.html
#include "compiler/onnx/WindowAttributes.h"

using namespace mlir;
using namespace tenon;

static Value scalarSize(GraphBuilder &graph, const IndexExpr &value) {
  return graph.reshape(graph.sizes({value}), {});
}

/// Row-major positions in planes of sizes `plane` as column-major ones.
static Value columnMajor(GraphBuilder &graph, Value position,
                         llvm::ArrayRef<IndexExpr> plane) {
  Value result, rest = position;
  // Peel coordinates off from the last dimension, which varies fastest in
  // row-major order and slowest in column-major order.
  for (size_t i = plane.size(); i-- > 0;) {
    Value size = scalarSize(graph, plane[i]);
    Value stride = scalarSize(graph, numElements(plane.take_front(i)));
    Value part = graph.mul(graph.apply(ScalarFn::Mod, {rest, size}), stride);
    rest = graph.div(rest, size);
    result = result ? graph.add(result, part) : part;
  }
  return result;
}

/// Positions in the plane of each channel as positions in all of x.
static Value inWholeOperand(OpImport &op, Value position) {
  GraphBuilder &graph = op.graph;
  Sizes x = op.sizes(0); // [n, c, spatial...]
  llvm::ArrayRef<IndexExpr> plane = llvm::ArrayRef(x).drop_front(2);
  if (op.intAttribute("storage_order", 0) != 0)
    position = columnMajor(graph, position, plane);
  Value number = graph.iota({x[0] * x[1]}, 0, 0, 1, elementTypeOf(position));
  Sizes planes{x[0], x[1]};
  planes.append(plane.size(), IndexExpr(1));
  Value base = graph.mul(graph.reshape(number, planes),
                         scalarSize(graph, numElements(plane)));
  return graph.add(position, base);
}

static LogicalResult lowerMaxPool(OpImport &op) {
  FailureOr<WindowShape> shape = poolingShape(op);
  if (failed(shape))
    return failure();
  if (op.wantsOutput(1)) {
    Value position =
        op.graph.window(WindowKind::ArgMax, op.input(0), {}, *shape);
    if (failed(op.setOutput(1, inWholeOperand(op, position))))
      return failure();
  }
  return op.result(op.graph.window(WindowKind::Max, op.input(0), {}, *shape));
}

OnnxOp tenon::describeMaxPool() {
  OnnxAttributeRow order{"storage_order", OnnxAttributeType::Int};
  OnnxAttributeRow ceil{"ceil_mode", OnnxAttributeType::Int};
  OnnxAttributeRow dilations{"dilations", OnnxAttributeType::Ints};
  constexpr TypeSet kBytes = kI8 | typeBit(OnnxElementType::Uint8);
  return {"MaxPool",
          "the greatest element of each window",
          {{.until = 7,
            .operands = {{"X", kFloats}},
            .attributes = poolingAttributes(),
            .lower = lowerMaxPool},
           {.since = 8,
            .until = 9,
            .operands = {{"X", kFloats}},
            .attributes = poolingAttributes({order}),
            .maxOutputs = 2,
            .lower = lowerMaxPool},
           {.since = 10,
            .operands = {{"X", kFloats | kBytes}},
            .attributes = poolingAttributes({order, ceil, dilations}),
            .maxOutputs = 2,
            .lower = lowerMaxPool}}};
}

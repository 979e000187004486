// SPDX-License-Identifier: Apache-2.0
// LpNormalization: x by its p-norm along `axis`; 0 where the norm is 0.
// https://onnx.ai/onnx/operators/onnx__LpNormalization.html
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerLpNormalization(OpImport &op) {
  GraphBuilder &graph = op.graph;
  int64_t p = op.intAttribute("p", 2);
  if (p != 1 && p != 2)
    return op.invalid("p is " + Twine(p) + " and must be 1 or 2");
  auto axis = op.normalizeAxis(op.intAttribute("axis", -1), op.rank(0));
  if (failed(axis))
    return failure();
  Value x = widenHalf(graph, op.input(0));
  Value sum = graph.reduce(ReduceKind::Sum, powerOf(graph, x, p), {*axis},
                           /*keepDims=*/true);
  Value norm = rootOf(graph, sum, p);
  Value isZero = graph.apply(ScalarFn::Equal, norm, 0.0);
  Value y = graph.select(isZero, graph.scalar(0, elementTypeOf(x)),
                         graph.div(x, norm));
  return op.result(graph.cast(y, op.elementType(0)));
}

OnnxOp tenon::describeLpNormalization() {
  return {"LpNormalization",
          "x / (sum of |x|^p along axis)^(1/p)",
          {{.operands = {{"input", kFloats}},
            .attributes = {{"axis", OnnxAttributeType::Int},
                           {"p", OnnxAttributeType::Int}},
            .lower = lowerLpNormalization}}};
}

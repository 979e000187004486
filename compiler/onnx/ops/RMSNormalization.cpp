// SPDX-License-Identifier: Apache-2.0
// RMSNormalization: the dimensions from `axis` on by their root mean square,
// then scaled by an operand that broadcasts.
// https://onnx.ai/onnx/operators/onnx__RMSNormalization.html
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerRmsNormalization(OpImport &op) {
  GraphBuilder &graph = op.graph;
  auto axis = op.normalizeAxis(op.intAttribute("axis", -1), op.rank(0));
  if (failed(axis))
    return failure();
  Value x = widenHalf(graph, op.input(0));
  Value square = meanOver(graph, graph.mul(x, x), dimsFrom(*axis, op.rank(0)));
  Value shifted = graph.apply(ScalarFn::Add, square,
                              op.floatAttribute("epsilon", kDefaultEpsilon));
  Value normalized = graph.div(x, graph.apply(ScalarFn::Sqrt, {shifted}));
  Value scale = graph.cast(op.input(1), elementTypeOf(normalized));
  Value y = graph.mul(normalized, scale);
  return y ? op.result(graph.cast(y, op.elementType(1))) : failure();
}

OnnxOp tenon::describeRMSNormalization() {
  return {"RMSNormalization",
          "x / sqrt(mean of x^2 + epsilon) * scale",
          {{.since = 23,
            .operands = {{"X", kFloats}, {"scale", kFloats, 'V'}},
            .attributes = {{"axis", OnnxAttributeType::Int},
                           {"epsilon", OnnxAttributeType::Float},
                           {"stash_type", OnnxAttributeType::Int}},
            .lower = lowerRmsNormalization}}};
}

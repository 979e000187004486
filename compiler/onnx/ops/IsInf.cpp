// SPDX-License-Identifier: Apache-2.0
// IsInf: whether x is infinite; either sign can be left out.
// https://onnx.ai/onnx/operators/onnx__IsInf.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerIsInf(OpImport &op) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  GraphBuilder &graph = op.graph;
  Value x = op.input(0);
  bool positive = op.intAttribute("detect_positive", 1) != 0;
  bool negative = op.intAttribute("detect_negative", 1) != 0;
  if (positive && negative)
    return op.result(graph.apply(ScalarFn::IsInf, {x}));
  if (!positive && !negative)
    return op.result(
        graph.splat(0.0, op.sizes(0), IntegerType::get(graph.context(), 1)));
  double wanted = positive ? kInfinity : -kInfinity;
  return op.result(graph.apply(ScalarFn::Equal, x, wanted));
}

OnnxOp tenon::describeIsInf() {
  OnnxOpRow row;
  row.since = 10;
  row.operands = {{"X", kFloats}};
  row.attributes = {{"detect_negative", OnnxAttributeType::Int},
                    {"detect_positive", OnnxAttributeType::Int}};
  row.lower = lowerIsInf;
  return {"IsInf", "x is infinite", {row}};
}

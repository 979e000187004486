// SPDX-License-Identifier: Apache-2.0
// Pow: x to the power y, in the type of x. Opset 12 lets the types differ:
// integers to integer powers stay exact (less than one is 0), integers to real
// powers are computed as fp64 and rounded towards 0.
// https://onnx.ai/onnx/operators/onnx__Pow.html
#include "compiler/onnx/LimitedBroadcast.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerPow(OpImport &op) {
  GraphBuilder &graph = op.graph;
  Type type = op.elementType(0), powerType = op.elementType(1);
  bool realPower = isa<FloatType>(powerType);
  Type common = type;
  if (isa<IntegerType>(type) && realPower)
    common = Float64Type::get(graph.context());
  Value power = graph.apply(ScalarFn::Pow, {graph.cast(op.input(0), common),
                                            graph.cast(op.input(1), common)});
  return op.result(power ? graph.cast(power, type) : power);
}

OnnxOp tenon::describePow() {
  OnnxOpRow same;
  same.until = 11;
  same.operands = {{"X", kFloats}, {"Y", kFloats}};
  same.lower = lowerPow;
  OnnxOpRow mixed;
  mixed.since = 12;
  mixed.operands = {{"X", kNumbers}, {"Y", kNumbers, 'P'}};
  mixed.lower = lowerPow;
  return {
      "Pow", "x ^ y", {limitedBinaryRow<ScalarFn::Pow>(kFloats), same, mixed}};
}

// SPDX-License-Identifier: Apache-2.0
// ReduceL2: the square root of the sum of squares over axes. Integers are
// squared and added as integers, as ONNX states.
// https://onnx.ai/onnx/operators/onnx__ReduceL2.html
#include "compiler/onnx/Reduction.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static Value reduceL2(GraphBuilder &graph, Value x,
                      const Reduction &reduction) {
  x = widenHalf(graph, x);
  Value sum = reduction.fold(graph, ReduceKind::Sum, graph.mul(x, x));
  return graph.apply(ScalarFn::Sqrt, {toReal(graph, sum)});
}

OnnxOp tenon::describeReduceL2() {
  return reductionOp<reduceL2>("ReduceL2", "sqrt(sum of x * x)");
}

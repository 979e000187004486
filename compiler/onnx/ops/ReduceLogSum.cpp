// SPDX-License-Identifier: Apache-2.0
// ReduceLogSum: the logarithm of the sum over axes; -inf over no elements.
// https://onnx.ai/onnx/operators/onnx__ReduceLogSum.html
#include "compiler/onnx/Reduction.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static Value reduceLogSum(GraphBuilder &graph, Value x,
                          const Reduction &reduction) {
  Value sum = reduction.fold(graph, ReduceKind::Sum, widenHalf(graph, x));
  return graph.apply(ScalarFn::Log, {toReal(graph, sum)});
}

OnnxOp tenon::describeReduceLogSum() {
  return reductionOp<reduceLogSum>("ReduceLogSum", "ln(sum of x)");
}

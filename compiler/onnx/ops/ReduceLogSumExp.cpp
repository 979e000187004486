// SPDX-License-Identifier: Apache-2.0
// ReduceLogSumExp: the logarithm of the sum of exponentials over axes, with the
// greatest element taken out so that nothing overflows; -inf over no elements.
// https://onnx.ai/onnx/operators/onnx__ReduceLogSumExp.html
#include "compiler/onnx/Reduction.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static Value reduceLogSumExp(GraphBuilder &graph, Value x,
                             const Reduction &reduction) {
  x = toReal(graph, x);
  Reduction keeping{reduction.axes, /*keepDims=*/true};
  Value greatest = keeping.fold(graph, ReduceKind::Max, x);
  // An infinite greatest element would make NaN of itself.
  Value zero = graph.scalar(0.0, elementTypeOf(x));
  Value infinite = graph.apply(ScalarFn::IsInf, {greatest});
  Value shift = graph.select(infinite, zero, greatest);
  Value terms = graph.apply(ScalarFn::Exp, {graph.sub(x, shift)});
  Value sum = keeping.fold(graph, ReduceKind::Sum, terms);
  Value result = graph.add(graph.apply(ScalarFn::Log, {sum}), shift);
  return reduction.keepDims ? result : graph.squeeze(result, reduction.axes);
}

OnnxOp tenon::describeReduceLogSumExp() {
  return reductionOp<reduceLogSumExp>("ReduceLogSumExp", "ln(sum of exp(x))");
}

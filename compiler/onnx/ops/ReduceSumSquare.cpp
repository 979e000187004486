// SPDX-License-Identifier: Apache-2.0
// ReduceSumSquare: the sum of squares over axes; integers wrap.
// https://onnx.ai/onnx/operators/onnx__ReduceSumSquare.html
#include "compiler/onnx/Reduction.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static Value reduceSumSquare(GraphBuilder &graph, Value x,
                             const Reduction &reduction) {
  x = widenHalf(graph, x);
  return reduction.fold(graph, ReduceKind::Sum, graph.mul(x, x));
}

OnnxOp tenon::describeReduceSumSquare() {
  return reductionOp<reduceSumSquare>("ReduceSumSquare", "sum of x * x");
}

// SPDX-License-Identifier: Apache-2.0
// ReduceSum: the sum over axes; 0 over no elements.
// https://onnx.ai/onnx/operators/onnx__ReduceSum.html
#include "compiler/onnx/Reduction.h"

using namespace mlir;
using namespace tenon;

static Value reduceSum(GraphBuilder &graph, Value x,
                       const Reduction &reduction) {
  return reduction.fold(graph, ReduceKind::Sum, x);
}

OnnxOp tenon::describeReduceSum() {
  return reductionOp<reduceSum>("ReduceSum", "sum of x", kNumbers, 13);
}

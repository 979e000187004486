// SPDX-License-Identifier: Apache-2.0
// ReduceL1: the sum of absolute values over axes.
// https://onnx.ai/onnx/operators/onnx__ReduceL1.html
#include "compiler/onnx/Reduction.h"

using namespace mlir;
using namespace tenon;

static Value reduceL1(GraphBuilder &graph, Value x,
                      const Reduction &reduction) {
  Value sizes = graph.apply(ScalarFn::Abs, {x});
  return reduction.fold(graph, ReduceKind::Sum, sizes);
}

OnnxOp tenon::describeReduceL1() {
  return reductionOp<reduceL1>("ReduceL1", "sum of |x|");
}

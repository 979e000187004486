// SPDX-License-Identifier: Apache-2.0
// ReduceMin: the least element over axes, NaN if there is one; over no elements
// the greatest value of the type. From opset 20 on also of bools.
// https://onnx.ai/onnx/operators/onnx__ReduceMin.html
#include "compiler/onnx/Reduction.h"

using namespace mlir;
using namespace tenon;

static Value reduceMin(GraphBuilder &graph, Value x,
                       const Reduction &reduction) {
  if (elementTypeOf(x).isInteger(1)) // false < true
    x = graph.cast(x,
                   IntegerType::get(graph.context(), 8, IntegerType::Unsigned));
  return reduction.fold(graph, ReduceKind::Min, x);
}

OnnxOp tenon::describeReduceMin() {
  return reductionOp<reduceMin>("ReduceMin", "least of x", kAll);
}

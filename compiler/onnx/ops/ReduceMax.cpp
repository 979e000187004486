// SPDX-License-Identifier: Apache-2.0
// ReduceMax: the greatest element over axes, NaN if there is one; over no
// elements the least value of the type. From opset 20 on also of bools.
// https://onnx.ai/onnx/operators/onnx__ReduceMax.html
#include "compiler/onnx/Reduction.h"

using namespace mlir;
using namespace tenon;

static Value reduceMax(GraphBuilder &graph, Value x,
                       const Reduction &reduction) {
  if (elementTypeOf(x).isInteger(1)) // false < true
    x = graph.cast(x,
                   IntegerType::get(graph.context(), 8, IntegerType::Unsigned));
  return reduction.fold(graph, ReduceKind::Max, x);
}

OnnxOp tenon::describeReduceMax() {
  return reductionOp<reduceMax>("ReduceMax", "greatest of x", kAll);
}

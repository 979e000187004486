// SPDX-License-Identifier: Apache-2.0
// ReduceMean: the sum over axes by the number of elements; integers round
// towards 0.
// https://onnx.ai/onnx/operators/onnx__ReduceMean.html
#include "compiler/onnx/Reduction.h"
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

static Value reduceMean(GraphBuilder &graph, Value x,
                        const Reduction &reduction) {
  IndexExpr count(1);
  Sizes sizes = sizesOf(x);
  for (int64_t axis : reduction.axes)
    count = count * sizes[axis];
  Value sum = reduction.fold(graph, ReduceKind::Sum, widenHalf(graph, x));
  return graph.div(sum, sizeScalar(graph, count, elementTypeOf(sum)));
}

OnnxOp tenon::describeReduceMean() {
  return reductionOp<reduceMean>("ReduceMean", "sum of x / number of elements");
}

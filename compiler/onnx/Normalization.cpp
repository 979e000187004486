// SPDX-License-Identifier: Apache-2.0
// Means, variances and norms over axes.
#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/SizeScalar.h"

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

Value meanOver(GraphBuilder &graph, Value x, ArrayRef<int64_t> axes) {
  IndexExpr count(1);
  Sizes sizes = sizesOf(x);
  for (int64_t axis : axes)
    count = count * sizes[axis];
  Value sum = graph.reduce(ReduceKind::Sum, x, axes, /*keepDims=*/true);
  return graph.div(sum, sizeScalar(graph, count, elementTypeOf(sum)));
}

Normalized normalizeOver(GraphBuilder &graph, Value x, ArrayRef<int64_t> axes,
                         double epsilon) {
  Normalized result;
  result.mean = meanOver(graph, x, axes);
  Value centred = graph.sub(x, result.mean);
  result.variance = meanOver(graph, graph.mul(centred, centred), axes);
  Value shifted = graph.apply(ScalarFn::Add, result.variance, epsilon);
  Value deviation = graph.apply(ScalarFn::Sqrt, {shifted});
  result.inverseDeviation = graph.apply(ScalarFn::Reciprocal, {deviation});
  result.value = graph.mul(centred, result.inverseDeviation);
  return result;
}

Value powerOf(GraphBuilder &graph, Value x, int64_t p) {
  if (p == 2)
    return graph.mul(x, x);
  Value magnitude = graph.apply(ScalarFn::Abs, {x});
  return p == 1 ? magnitude
                : graph.apply(ScalarFn::Pow, magnitude, static_cast<double>(p));
}

Value rootOf(GraphBuilder &graph, Value sum, int64_t p) {
  if (p == 1)
    return sum;
  return p == 2 ? graph.apply(ScalarFn::Sqrt, {sum})
                : graph.apply(ScalarFn::Pow, sum, 1.0 / static_cast<double>(p));
}

llvm::SmallVector<int64_t> dimsFrom(int64_t first, int64_t rank) {
  llvm::SmallVector<int64_t> dims;
  for (int64_t i = first; i < rank; ++i)
    dims.push_back(i);
  return dims;
}

} // namespace tenon

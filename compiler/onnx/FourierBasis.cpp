// SPDX-License-Identifier: Apache-2.0
// The matrices of the discrete Fourier transform.
#include "compiler/onnx/FourierBasis.h"
#include "compiler/onnx/SizeScalar.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tenon {

FourierBasis fourierBasis(GraphBuilder &graph, const IndexExpr &rows,
                          const IndexExpr &columns, const IndexExpr &length,
                          Type type) {
  Type i64 = IntegerType::get(graph.context(), 64);
  Type f64 = Float64Type::get(graph.context());
  Value n = graph.iota({rows, 1}, 0, 0, 1, i64);
  Value k = graph.iota({1, columns}, 1, 0, 1, i64);
  Value turns = graph.apply(ScalarFn::Mod,
                            {graph.mul(n, k), sizeScalar(graph, length, i64)});
  Value angle = graph.div(
      graph.apply(ScalarFn::Mul, graph.cast(turns, f64), 2 * llvm::numbers::pi),
      sizeScalar(graph, length, f64));
  auto function = [&](ScalarFn fn) {
    return graph.cast(graph.apply(fn, {angle}), type);
  };
  return {function(ScalarFn::Cos), function(ScalarFn::Sin)};
}

Value complexBasis(GraphBuilder &graph, const FourierBasis &basis,
                   bool twoParts, bool inverse) {
  // Real parts give (cos, -+sin), imaginary ones (+-sin, cos).
  Value minus = graph.apply(ScalarFn::Neg, {basis.sine});
  Value upper = inverse ? minus : basis.sine;
  Value lower = inverse ? basis.sine : minus;
  auto part = [&](Value real, Value imaginary) { // [n, 1, k, 2]
    Value both = graph.concat(
        {graph.unsqueeze(real, {2}), graph.unsqueeze(imaginary, {2})}, 2);
    return graph.unsqueeze(both, {1});
  };
  Value real = part(basis.cosine, lower);
  if (!twoParts)
    return real;
  return graph.concat({real, part(upper, basis.cosine)}, 1);
}

Value fitAxis(GraphBuilder &graph, Value value, int64_t axis,
              const IndexExpr &size) {
  Sizes sizes = sizesOf(value), low(sizes.size(), IndexExpr(0)), high = low;
  if (sizes[axis] == size)
    return value;
  high[axis] = size - sizes[axis];
  return graph.pad(value, graph.scalar(0, elementTypeOf(value)), low, high,
                   PadMode::Constant);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// DFT: the discrete Fourier transform along one axis, as a product with its
// matrix. The last dimension holds real and imaginary parts.
// https://onnx.ai/onnx/operators/onnx__DFT.html
#include "compiler/onnx/FourierBasis.h"
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;
using namespace tenon;

namespace {

struct Transform {
  int64_t axis;
  IndexExpr length;
  bool inverse, oneSided;
};

} // namespace

/// The axis, an operand since opset 20; not the last dimension.
static FailureOr<int64_t> transformAxis(OpImport &op) {
  int64_t axis = op.intAttribute("axis", op.opset >= 20 ? -2 : 1);
  if (op.hasInput(2)) {
    FailureOr<double> given = op.constantNumber(2);
    if (failed(given))
      return failure();
    axis = static_cast<int64_t>(*given);
  }
  FailureOr<int64_t> normal = op.normalizeAxis(axis, op.rank(0));
  if (succeeded(normal) && *normal == op.rank(0) - 1)
    return op.invalid("the last dimension holds the parts of a number and "
                      "cannot be transformed");
  return normal;
}

static FailureOr<Transform> readTransform(OpImport &op) {
  FailureOr<int64_t> axis = transformAxis(op);
  if (failed(axis))
    return failure();
  Transform transform{*axis, op.sizes(0)[*axis],
                      op.intAttribute("inverse", 0) != 0,
                      op.intAttribute("onesided", 0) != 0};
  if (transform.inverse && transform.oneSided) // the even length
    transform.length = (transform.length - 1) * 2;
  if (!op.hasInput(1))
    return transform;
  FailureOr<Sizes> given = op.symbolicInts(1);
  if (failed(given))
    return failure();
  if (given->size() != 1)
    return op.invalid("dft_length must have one element");
  transform.length = given->front();
  return transform;
}

/// Sum over n and parts of x[a..., n, b..., part] * basis[n, part, k, part'].
static Value applyBasis(GraphBuilder &graph, Value x, int64_t axis,
                        Value basis) {
  int64_t rank = rankOf(x);
  llvm::SmallVector<int64_t> loops;
  for (int64_t i = 0; i + 1 < rank; ++i)
    loops.push_back(i == axis ? rank : i);
  loops.push_back(rank + 1);
  return graph.contract(x, loops, basis, {rank, rank + 1, axis, rank - 1},
                        rank);
}

/// The real signal of a spectrum's first half: each pair of mirrored
/// frequencies counts twice its first one.
static Value fromHalfSpectrum(GraphBuilder &graph, Value x,
                              const Transform &transform) {
  Type type = elementTypeOf(x), i64 = IntegerType::get(graph.context(), 64);
  IndexExpr half = IndexExpr::floorDiv(transform.length, 2) + 1;
  FourierBasis basis =
      fourierBasis(graph, half, transform.length, transform.length, type);
  Value k = graph.iota({half, 1}, 0, 0, 2, i64); // 2 k
  Value isSingle =
      graph.apply(ScalarFn::Or,
                  {graph.apply(ScalarFn::Equal, k, 0.0),
                   graph.apply(ScalarFn::Equal,
                               {k, sizeScalar(graph, transform.length, i64)})});
  Value weight =
      graph.select(isSingle, graph.scalar(1, type), graph.scalar(2, type));
  Value minus = graph.apply(ScalarFn::Neg, {basis.sine});
  auto weighted = [&](Value part) { // [k, 1, n, 1]
    return graph.unsqueeze(graph.mul(part, weight), {1, 3});
  };
  Value map = graph.concat({weighted(basis.cosine), weighted(minus)}, 1);
  return applyBasis(graph, fitAxis(graph, x, transform.axis, half),
                    transform.axis, map);
}

static LogicalResult lowerDft(OpImport &op) {
  GraphBuilder &graph = op.graph;
  if (op.rank(0) < 2)
    return op.invalid("the input must have at least 2 dimensions");
  FailureOr<Transform> transform = readTransform(op);
  if (failed(transform))
    return failure();
  std::optional<int64_t> parts = op.sizes(0).back().constant();
  bool half = transform->inverse && transform->oneSided;
  if (parts != 1 && parts != 2)
    return op.invalid("the last dimension is " + op.sizes(0).back().str() +
                      " and must be 1 (real) or 2 (real, imaginary)");
  if (half && parts != 2)
    return op.invalid("a onesided inverse takes complex numbers");
  Value x = widenHalf(graph, op.input(0)), y;
  const IndexExpr &length = transform->length;
  if (half) {
    y = fromHalfSpectrum(graph, x, *transform);
  } else {
    IndexExpr kept =
        transform->oneSided ? IndexExpr::floorDiv(length, 2) + 1 : length;
    FourierBasis basis =
        fourierBasis(graph, length, kept, length, elementTypeOf(x));
    y = applyBasis(graph, fitAxis(graph, x, transform->axis, length),
                   transform->axis,
                   complexBasis(graph, basis, *parts == 2, transform->inverse));
  }
  if (y && transform->inverse)
    y = graph.div(y, sizeScalar(graph, length, elementTypeOf(y)));
  return y ? op.result(graph.cast(y, op.elementType(0))) : failure();
}

OnnxOp tenon::describeDFT() {
  OnnxOperandRow length{"dft_length", kIndices, 'L', OperandUse::Optional};
  OnnxAttributeRow inverse{"inverse", OnnxAttributeType::Int};
  OnnxAttributeRow oneSided{"onesided", OnnxAttributeType::Int};
  return {"DFT",
          "y[k] = sum over n of x[n] e^(-2 pi i n k / length)",
          {{.since = 17,
            .until = 19,
            .operands = {{"input", kFloats}, length},
            .attributes = {{"axis", OnnxAttributeType::Int}, inverse, oneSided},
            .lower = lowerDft},
           {.since = 20,
            .operands = {{"input", kFloats},
                         length,
                         {"axis", kI64, 'A', OperandUse::Optional}},
            .attributes = {inverse, oneSided},
            .lower = lowerDft}}};
}

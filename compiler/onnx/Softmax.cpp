// SPDX-License-Identifier: Apache-2.0
// Softmax by core ops.
#include "compiler/onnx/Softmax.h"
#include "compiler/onnx/WideFloat.h"

using namespace mlir;

namespace tenon {

namespace {

struct Exponentials {
  Value shifted; // x - greatest
  Value terms;   // exp(shifted)
  Value sum;     // of the terms, dimensions kept
};

Exponentials exponentials(GraphBuilder &graph, Value x,
                          llvm::ArrayRef<int64_t> axes) {
  Exponentials result;
  Value greatest = graph.reduce(ReduceKind::Max, x, axes, /*keepDims=*/true);
  result.shifted = graph.sub(x, greatest);
  result.terms = graph.apply(ScalarFn::Exp, {result.shifted});
  result.sum =
      graph.reduce(ReduceKind::Sum, result.terms, axes, /*keepDims=*/true);
  return result;
}

} // namespace

Value softmax(GraphBuilder &graph, Value x, llvm::ArrayRef<int64_t> axes) {
  Exponentials exps = exponentials(graph, widenHalf(graph, x), axes);
  // One division a row. The greatest term is 1, so the sum is at least that
  // and its reciprocal is a normal number: 1.5 ulp at most from the quotient.
  Value share = graph.apply(ScalarFn::Reciprocal, {exps.sum});
  return graph.cast(graph.mul(exps.terms, share), elementTypeOf(x));
}

Value logSoftmax(GraphBuilder &graph, Value x, llvm::ArrayRef<int64_t> axes) {
  Exponentials exps = exponentials(graph, widenHalf(graph, x), axes);
  Value result =
      graph.sub(exps.shifted, graph.apply(ScalarFn::Log, {exps.sum}));
  return graph.cast(result, elementTypeOf(x));
}

/// First opset whose axis stands for itself alone.
static constexpr int kOneAxisSince = 13;

FailureOr<llvm::SmallVector<int64_t>> softmaxAxes(OpImport &op) {
  bool oneAxis = op.opset >= kOneAxisSince;
  FailureOr<int64_t> axis =
      op.normalizeAxis(op.intAttribute("axis", oneAxis ? -1 : 1), op.rank(0));
  if (failed(axis))
    return failure();
  int64_t end = oneAxis ? *axis + 1 : op.rank(0);
  return llvm::to_vector(llvm::seq<int64_t>(*axis, end));
}

std::vector<OnnxOpRow> softmaxRows(LowerFunction lower) {
  OnnxOpRow flattening;
  flattening.since = 1;
  flattening.until = kOneAxisSince - 1;
  flattening.operands = {{"input", kFloats}};
  flattening.attributes = {{"axis", OnnxAttributeType::Int}};
  flattening.lower = lower;
  OnnxOpRow current = flattening;
  current.since = kOneAxisSince;
  current.until = kLatestOpset;
  return {flattening, current};
}

} // namespace tenon

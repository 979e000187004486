// SPDX-License-Identifier: Apache-2.0
// OneHot: a new dimension of `depth` elements, the on value at the index and
// the off value elsewhere. Indices count from the end when negative (since
// opset 11); those outside have no on value.
// https://onnx.ai/onnx/operators/onnx__OneHot.html
#include "compiler/onnx/OpImport.h"
#include "compiler/onnx/SizeScalar.h"

using namespace mlir;
using namespace tenon;

/// The number of classes; ONNX allows any numeric type, rounded towards 0.
static FailureOr<IndexExpr> depthOf(OpImport &op) {
  if (isa<IntegerType>(op.elementType(1))) {
    FailureOr<Sizes> values = op.symbolicInts(1);
    if (failed(values))
      return failure();
    if (values->size() == 1 && (*values)[0].constant().value_or(1) > 0)
      return (*values)[0];
  } else {
    FailureOr<double> value = op.constantNumber(1);
    if (failed(value))
      return failure();
    constexpr double kMostClasses = 1LL << 40;
    if (*value >= 1 && *value <= kMostClasses)
      return IndexExpr(static_cast<int64_t>(*value));
  }
  return op.invalid("the depth must be one number above 0");
}

/// Element `i` of the operand [off, on].
static Value choice(OpImport &op, int64_t i) {
  return op.graph.reshape(op.graph.sliceAxis(op.input(2), 0, i, 1), {});
}

static LogicalResult lowerOneHot(OpImport &op) {
  FailureOr<IndexExpr> depth = depthOf(op);
  FailureOr<int64_t> axis =
      op.normalizeAxis(op.intAttribute("axis", -1), op.rank(0) + 1);
  if (failed(depth) || failed(axis))
    return failure();
  if (op.rank(2) != 1 || !op.sizes(2)[0].isConstant(2))
    return op.invalid("the values must be a list [off, on]");
  GraphBuilder &graph = op.graph;
  Type i64 = IntegerType::get(graph.context(), 64);
  Value index = graph.unsqueeze(graph.cast(op.input(0), i64), {*axis});
  constexpr int kNegativeSince = 11;
  if (op.opset >= kNegativeSince) {
    Value wrapped = graph.add(index, sizeScalar(graph, *depth, i64));
    Value negative = graph.apply(ScalarFn::Less, index, 0.0);
    index = graph.select(negative, wrapped, index);
  }
  Sizes sizes = sizesOf(index);
  sizes[*axis] = *depth;
  Value place = graph.iota(sizes, *axis, 0, 1, i64);
  Value hot = graph.apply(ScalarFn::Equal, {place, index});
  return op.result(graph.select(hot, choice(op, 1), choice(op, 0)));
}

OnnxOp tenon::describeOneHot() {
  OnnxOpRow row;
  row.since = 9;
  row.operands = {
      {"indices", kNumbers, 'I'}, {"depth", kNumbers, 'D'}, {"values"}};
  row.attributes = {{"axis", OnnxAttributeType::Int}};
  row.lower = lowerOneHot;
  return {"OneHot", "place == index ? on : off", {row}};
}

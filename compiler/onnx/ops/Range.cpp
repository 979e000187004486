// SPDX-License-Identifier: Apache-2.0
// Range: start, start + delta, ... up to limit, which is left out. Half types
// are computed as fp32 and rounded once (stash_type, opset 27).
// https://onnx.ai/onnx/operators/onnx__Range.html
#include "compiler/onnx/SizeScalar.h"
#include "compiler/onnx/WideFloat.h"
#include <cmath>

using namespace mlir;
using namespace tenon;

/// ceil((limit - start) / delta), not below 0, of whole numbers over sizes.
static FailureOr<IndexExpr> wholeCount(OpImport &op) {
  Sizes numbers;
  for (unsigned i : {0, 1, 2}) {
    FailureOr<Sizes> value = op.symbolicInts(i);
    if (failed(value))
      return failure();
    numbers.append(*value);
  }
  int64_t delta = numbers[2].constant().value_or(0);
  if (!numbers[2].constant())
    return op.unsupported("delta is " + numbers[2].str() +
                          ", which depends on an input size");
  if (delta == 0)
    return op.invalid("delta is 0");
  IndexExpr way = numbers[1] - numbers[0], step(delta);
  if (delta < 0) {
    way = IndexExpr(0) - way;
    step = IndexExpr(0) - step;
  }
  IndexExpr count = IndexExpr::max(IndexExpr::ceilDiv(way, step), 0);
  if (!count.isValid())
    return op.invalid("the number of elements does not fit 64 bits");
  return count;
}

/// The same of reals, divided in the precision of the type, as ONNX's function
/// body does: 0.9 / 0.3 are three steps in fp32.
static FailureOr<IndexExpr> realCount(OpImport &op) {
  double numbers[3];
  for (unsigned i : {0, 1, 2}) {
    FailureOr<double> value = op.constantNumber(i);
    if (failed(value))
      return failure();
    numbers[i] = *value;
  }
  double steps = (numbers[1] - numbers[0]) / numbers[2];
  if (!op.elementType(0).isF64())
    steps = static_cast<float>(numbers[1] - numbers[0]) /
            static_cast<float>(numbers[2]);
  constexpr double kMostElements = 1LL << 40;
  if (!(steps <= kMostElements))
    return op.invalid("start, limit and delta give no finite number of "
                      "elements");
  return IndexExpr(static_cast<int64_t>(std::max(std::ceil(steps), 0.0)));
}

static LogicalResult lowerRange(OpImport &op) {
  for (unsigned i : {0, 1, 2})
    if (!numElements(op.sizes(i)).isConstant(1))
      return op.invalid("operand " + llvm::Twine(i) + " must be a scalar");
  // Floats that are whole numbers over sizes, cast from a shape, count too.
  bool whole = isa<IntegerType>(op.elementType(0)) || !numbersOf(op.input(0)) ||
               !numbersOf(op.input(1));
  FailureOr<IndexExpr> count = whole ? wholeCount(op) : realCount(op);
  if (failed(count))
    return failure();
  GraphBuilder &graph = op.graph;
  auto scalar = [&](unsigned i) {
    return widenHalf(graph, graph.reshape(op.input(i), {}));
  };
  Value start = scalar(0), delta = scalar(2);
  Value place = graph.iota({*count}, 0, 0, 1, elementTypeOf(start));
  Value result = graph.add(graph.mul(place, delta), start);
  return op.result(graph.cast(result, op.elementType(0)));
}

OnnxOp tenon::describeRange() {
  OnnxOpRow old;
  old.since = 11;
  old.until = 26;
  old.operands = {
      {"start", kNumbers}, {"limit", kNumbers}, {"delta", kNumbers}};
  old.lower = lowerRange;
  OnnxOpRow current = old;
  current.since = 27;
  current.until = kLatestOpset;
  current.attributes = {{"stash_type", OnnxAttributeType::Int}};
  return {"Range", "start + i * delta", {old, current}};
}

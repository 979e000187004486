// SPDX-License-Identifier: Apache-2.0
// Cosine windows by core ops.
#include "compiler/onnx/SignalWindow.h"
#include "compiler/onnx/SizeScalar.h"
#include <numbers>

using namespace mlir;

namespace tenon {

LogicalResult lowerCosineWindow(OpImport &op, const CosineWindow &window) {
  FailureOr<Sizes> size = op.symbolicInts(0);
  FailureOr<Type> type =
      op.elementTypeOfNumber(op.intAttribute("output_datatype", 1));
  if (failed(size) || failed(type))
    return failure();
  if (size->size() != 1 || size->front().constant().value_or(0) < 0)
    return op.invalid("the size must be one number, not negative");
  GraphBuilder &graph = op.graph;
  Type wide = type->isF64() ? *type : Float32Type::get(graph.context());
  IndexExpr period = size->front();
  if (op.intAttribute("periodic", 1) == 0)
    period = period - 1;
  // A symmetric window of one point has no period: any number will do.
  Value length = sizeScalar(graph, IndexExpr::max(period, 1), wide);
  Value place = graph.iota(*size, 0, 0, 1, wide);
  auto cosine = [&](double turns, double factor) {
    Value angle = graph.div(
        graph.apply(ScalarFn::Mul, place, turns * 2 * std::numbers::pi),
        length);
    return graph.apply(ScalarFn::Mul, graph.apply(ScalarFn::Cos, {angle}),
                       factor);
  };
  Value result =
      graph.apply(ScalarFn::Add, cosine(1, window.first), window.constant);
  if (window.second != 0)
    result = graph.add(result, cosine(2, window.second));
  return op.result(graph.cast(result, *type));
}

OnnxOp cosineWindowOp(const char *name, const char *formula,
                      LowerFunction lower) {
  OnnxOpRow row;
  row.since = 17;
  row.operands = {{"size", kIndices}};
  row.attributes = {{"output_datatype", OnnxAttributeType::Int},
                    {"periodic", OnnxAttributeType::Int}};
  row.lower = lower;
  return {name, formula, {row}};
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Axes and rows of the Reduce operators.
#include "compiler/onnx/Reduction.h"

using namespace mlir;

namespace tenon {

Value Reduction::fold(GraphBuilder &graph, ReduceKind kind, Value x) const {
  return axes.empty() ? x : graph.reduce(kind, x, axes, keepDims);
}

FailureOr<Reduction> reductionOf(OpImport &op) {
  Reduction result;
  result.keepDims = op.intAttribute("keepdims", 1) != 0;
  auto given = op.intsOperandOrAttribute(1, "axes");
  if (failed(given))
    return failure();
  int64_t rank = op.rank(0);
  if (*given && !(*given)->empty()) {
    auto axes = op.normalizeAxes(**given, rank);
    if (failed(axes))
      return failure();
    result.axes = *axes;
  } else if (op.intAttribute("noop_with_empty_axes", 0) == 0) {
    result.axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  }
  return result;
}

std::vector<OnnxOpRow> reductionRows(LowerFunction lower, TypeSet types,
                                     int operandSince) {
  OnnxOpRow byAttribute;
  byAttribute.since = 1;
  byAttribute.until = operandSince - 1;
  byAttribute.operands = {{"data", types}};
  byAttribute.attributes = {{"axes", OnnxAttributeType::Ints},
                            {"keepdims", OnnxAttributeType::Int}};
  byAttribute.lower = lower;
  OnnxOpRow byOperand;
  byOperand.since = operandSince;
  byOperand.operands = {{"data", types},
                        {"axes", kI64, 'A', OperandUse::Optional}};
  byOperand.attributes = {{"keepdims", OnnxAttributeType::Int},
                          {"noop_with_empty_axes", OnnxAttributeType::Int}};
  byOperand.lower = lower;
  return {byAttribute, byOperand};
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// What ArgMax and ArgMin share.
#ifndef TENON_COMPILER_ONNX_ARGREDUCTION_H
#define TENON_COMPILER_ONNX_ARGREDUCTION_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

template <ReduceKind first, ReduceKind last>
mlir::LogicalResult lowerArgReduction(OpImport &op) {
  mlir::FailureOr<int64_t> axis =
      op.normalizeAxis(op.intAttribute("axis", 0), op.rank(0));
  if (failed(axis))
    return mlir::failure();
  ReduceKind kind = op.intAttribute("select_last_index", 0) ? last : first;
  return op.result(op.graph.reduce(kind, op.input(0), {*axis},
                                   op.intAttribute("keepdims", 1) != 0));
}

template <ReduceKind first, ReduceKind last>
OnnxOp argReductionOp(const char *name, const char *formula) {
  OnnxOpRow old;
  old.since = 1;
  old.until = 11;
  old.operands = {{"data", kNumbers}};
  old.attributes = {{"axis", OnnxAttributeType::Int},
                    {"keepdims", OnnxAttributeType::Int}};
  old.lower = lowerArgReduction<first, last>;
  OnnxOpRow current = old;
  current.since = 12;
  current.until = kLatestOpset;
  current.attributes.push_back({"select_last_index", OnnxAttributeType::Int});
  return {name, formula, {old, current}};
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_ARGREDUCTION_H

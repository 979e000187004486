// SPDX-License-Identifier: Apache-2.0
// What the Reduce operators share: where their axes come from in each opset,
// and their rows.
#ifndef TENON_COMPILER_ONNX_REDUCTION_H
#define TENON_COMPILER_ONNX_REDUCTION_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

struct Reduction {
  llvm::SmallVector<int64_t> axes; // may be empty: nothing is folded
  bool keepDims = true;

  /// Folds the axes of `x`; without axes `x` itself.
  mlir::Value fold(GraphBuilder &graph, ReduceKind kind, mlir::Value x) const;
};

/// Axes from operand 1 or the attribute; none given means all, or none at all
/// under noop_with_empty_axes.
mlir::FailureOr<Reduction> reductionOf(OpImport &op);

/// The result, of any element type, for operand `x` as it came.
using ReductionFormula = mlir::Value (*)(GraphBuilder &graph, mlir::Value x,
                                         const Reduction &reduction);

template <ReductionFormula formula>
mlir::LogicalResult lowerReduction(OpImport &op) {
  mlir::FailureOr<Reduction> reduction = reductionOf(op);
  if (failed(reduction))
    return mlir::failure();
  mlir::Value y = formula(op.graph, op.input(0), *reduction);
  return op.result(op.graph.cast(y, op.elementType(0)));
}

/// From opset `operandSince` on the axes are an operand, before an attribute.
std::vector<OnnxOpRow> reductionRows(LowerFunction lower, TypeSet types,
                                     int operandSince);

template <ReductionFormula formula>
OnnxOp reductionOp(const char *name, const char *text, TypeSet types = kNumbers,
                   int operandSince = 18) {
  return {name, text,
          reductionRows(lowerReduction<formula>, types, operandSince)};
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_REDUCTION_H

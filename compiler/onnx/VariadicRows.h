// SPDX-License-Identifier: Apache-2.0
// Rows of the operators that fold any number of operands: Max, Min, Sum, Mean.
#ifndef TENON_COMPILER_ONNX_VARIADICROWS_H
#define TENON_COMPILER_ONNX_VARIADICROWS_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// fn(...fn(fn(a, b), c)...), broadcast; one operand is the result itself.
/// Null after an error.
inline mlir::Value foldOperands(GraphBuilder &graph, ScalarFn fn,
                                llvm::ArrayRef<mlir::Value> operands) {
  mlir::Value result = operands.front();
  for (mlir::Value operand : operands.drop_front())
    if (result)
      result = graph.apply(fn, {result, operand});
  return result;
}

template <ScalarFn fn> mlir::LogicalResult lowerVariadic(OpImport &op) {
  return op.result(foldOperands(op.graph, fn, op.allInputs()));
}

/// One row for every opset: broadcasting, which opset 8 brought, allows all
/// that the opsets before it do.
inline OnnxOp variadicOp(const char *name, const char *formula, TypeSet types,
                         LowerFunction lower) {
  OnnxOpRow row;
  row.since = 6;
  row.operands = {{"data_0", types, 'T', OperandUse::Required},
                  {"more", types, 'T', OperandUse::Variadic}};
  row.lower = lower;
  return {name, formula, {row}};
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_VARIADICROWS_H

// SPDX-License-Identifier: Apache-2.0
// Formulas of several steps on narrow types: computed wide, rounded once.
#ifndef TENON_COMPILER_ONNX_WIDEFLOAT_H
#define TENON_COMPILER_ONNX_WIDEFLOAT_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// Half types as fp32; other types as they are.
inline mlir::Value widenHalf(GraphBuilder &graph, mlir::Value x) {
  return graph.cast(x, accumulatorType(elementTypeOf(x)));
}

/// A float to compute with: half types as fp32, integers and bool as fp64.
inline mlir::Value toReal(GraphBuilder &graph, mlir::Value x) {
  if (mlir::isa<mlir::IntegerType>(elementTypeOf(x)))
    return graph.cast(x, mlir::Float64Type::get(graph.context()));
  return widenHalf(graph, x);
}

/// What one operand becomes, `x` being that operand as `toReal` gives it.
using Formula = mlir::Value (*)(OpImport &op, mlir::Value x);

/// lower function of y = formula(x), rounded once to the type of x.
template <Formula formula> mlir::LogicalResult lowerFormula(OpImport &op) {
  mlir::Value y = formula(op, toReal(op.graph, op.input(0)));
  return op.result(op.graph.cast(y, op.elementType(0)));
}

/// One row for every opset: y = formula(x) with attributes. Those of opset 6
/// mean the same today.
template <Formula formula>
OnnxOp formulaOp(const char *name, const char *text,
                 std::vector<OnnxAttributeRow> attributes = {}, int since = 6,
                 TypeSet types = kFloats) {
  OnnxOpRow row;
  row.since = since;
  row.operands = {{"X", types}};
  row.attributes = std::move(attributes);
  row.lower = lowerFormula<formula>;
  return {name, text, {row}};
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIDEFLOAT_H

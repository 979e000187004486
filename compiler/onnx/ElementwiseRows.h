// SPDX-License-Identifier: Apache-2.0
// Rows of the operators that are one scalar function.
#ifndef TENON_COMPILER_ONNX_ELEMENTWISEROWS_H
#define TENON_COMPILER_ONNX_ELEMENTWISEROWS_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// lower function of y = fn(x).
template <ScalarFn fn> mlir::LogicalResult lowerUnary(OpImport &op) {
  return op.result(op.graph.apply(fn, {op.input(0)}));
}

/// lower function of z = fn(x, y) with broadcasting.
template <ScalarFn fn> mlir::LogicalResult lowerBinary(OpImport &op) {
  return op.result(op.graph.apply(fn, {op.input(0), op.input(1)}));
}

/// One row for every opset: y = fn(x).
template <ScalarFn fn>
OnnxOp unaryOp(const char *name, const char *formula, TypeSet types,
               int since = kOldestOpset) {
  OnnxOpRow row;
  row.since = since;
  row.operands = {{"X", types}};
  row.lower = lowerUnary<fn>;
  return {name, formula, {row}};
}

/// One row for every opset: z = fn(x, y), broadcast.
template <ScalarFn fn>
OnnxOp binaryOp(const char *name, const char *formula, TypeSet types,
                int since = kOldestOpset) {
  OnnxOpRow row;
  row.since = since;
  row.operands = {{"A", types}, {"B", types}};
  row.lower = lowerBinary<fn>;
  return {name, formula, {row}};
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_ELEMENTWISEROWS_H

// SPDX-License-Identifier: Apache-2.0
// Rows of the operators that are one scalar function.
#ifndef TENON_COMPILER_ONNX_ELEMENTWISEROWS_H
#define TENON_COMPILER_ONNX_ELEMENTWISEROWS_H

#include "compiler/onnx/LimitedBroadcast.h"

namespace tenon {

/// lower function of y = fn(x).
template <ScalarFn fn> mlir::LogicalResult lowerUnary(OpImport &op) {
  return op.result(op.graph.apply(fn, {op.input(0)}));
}

/// lower function of z = fn(x, y) with broadcasting.
template <ScalarFn fn> mlir::LogicalResult lowerBinary(OpImport &op) {
  return op.result(op.graph.apply(fn, {op.input(0), op.input(1)}));
}

/// One row for every opset: y = fn(x). Those of opset 6 mean the same today.
template <ScalarFn fn>
OnnxOp unaryOp(const char *name, const char *formula, TypeSet types,
               int since = 6) {
  OnnxOpRow row;
  row.since = since;
  row.operands = {{"X", types}};
  row.lower = lowerUnary<fn>;
  return {name, formula, {row}};
}

/// z = fn(x, y), broadcast; with a row for opset 6 when it is that old.
template <ScalarFn fn>
OnnxOp binaryOp(const char *name, const char *formula, TypeSet types,
                int since = kNumpyBroadcastSince) {
  OnnxOpRow row;
  row.since = since;
  row.operands = {{"A", types}, {"B", types}};
  row.lower = lowerBinary<fn>;
  if (since > kNumpyBroadcastSince)
    return {name, formula, {row}};
  return {name, formula, {limitedBinaryRow<fn>(types), row}};
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_ELEMENTWISEROWS_H

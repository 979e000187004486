// SPDX-License-Identifier: Apache-2.0
// Broadcasting as it was before opset 7: only the second operand repeats, and
// only where attribute `broadcast` says so.
#ifndef TENON_COMPILER_ONNX_LIMITEDBROADCAST_H
#define TENON_COMPILER_ONNX_LIMITEDBROADCAST_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// The first opset that broadcasts as NumPy does.
inline constexpr int kNumpyBroadcastSince = 7;

/// Operand 1 with dimensions of size 1 added so that it broadcasts as NumPy
/// does to what the attributes mean: its dimensions are those of operand 0
/// from `axis` on (by default the last ones), or it has one element.
mlir::FailureOr<mlir::Value> limitedBroadcast(OpImport &op);

template <ScalarFn fn> mlir::LogicalResult lowerLimitedBinary(OpImport &op) {
  mlir::FailureOr<mlir::Value> b = limitedBroadcast(op);
  if (failed(b))
    return mlir::failure();
  return op.result(op.graph.apply(fn, {op.input(0), *b}));
}

/// The row of z = fn(x, y) before opset 7. Opset 6 is where its attributes
/// took the form they kept until then.
template <ScalarFn fn> OnnxOpRow limitedBinaryRow(TypeSet types) {
  OnnxOpRow row;
  row.since = 6;
  row.until = kNumpyBroadcastSince - 1;
  row.operands = {{"A", types}, {"B", types}};
  row.attributes = {{"axis", OnnxAttributeType::Int},
                    {"broadcast", OnnxAttributeType::Int}};
  row.lower = lowerLimitedBinary<fn>;
  return row;
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_LIMITEDBROADCAST_H

// SPDX-License-Identifier: Apache-2.0
// Poolings over all spatial dimensions: what they compute on operand 0, given
// as floats wide enough, and the dimensions to fold.
#ifndef TENON_COMPILER_ONNX_GLOBALPOOLING_H
#define TENON_COMPILER_ONNX_GLOBALPOOLING_H

#include "compiler/onnx/Normalization.h"
#include "compiler/onnx/WideFloat.h"

namespace tenon {

using GlobalPooling = mlir::Value (*)(OpImport &op, mlir::Value x,
                                      llvm::ArrayRef<int64_t> axes);

template <GlobalPooling pooling>
mlir::LogicalResult lowerGlobalPooling(OpImport &op) {
  if (op.rank(0) < 2)
    return op.invalid("the operand has " + llvm::Twine(op.rank(0)) +
                      " dimensions; at least 2 (batch, channels) are needed");
  llvm::SmallVector<int64_t> axes = dimsFrom(2, op.rank(0));
  mlir::Value y = pooling(op, widenHalf(op.graph, op.input(0)), axes);
  return op.result(op.graph.cast(y, op.elementType(0)));
}

template <GlobalPooling pooling>
OnnxOp globalPoolingOp(const char *name, const char *formula,
                       std::vector<OnnxAttributeRow> attributes = {}) {
  OnnxOpRow row;
  row.operands = {{"X", kFloats}};
  row.attributes = std::move(attributes);
  row.lower = lowerGlobalPooling<pooling>;
  return {name, formula, {row}};
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_GLOBALPOOLING_H

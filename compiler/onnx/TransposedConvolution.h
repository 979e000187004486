// SPDX-License-Identifier: Apache-2.0
// Transposed convolution as a window over a spread-out input: shared by
// ConvTranspose and Col2Im.
#ifndef TENON_COMPILER_ONNX_TRANSPOSEDCONVOLUTION_H
#define TENON_COMPILER_ONNX_TRANSPOSEDCONVOLUTION_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// One entry per spatial dimension; element i of the input and tap k of the
/// filter meet at i * stride + k * dilation - low of the result.
struct TransposedShape {
  llvm::SmallVector<int64_t> kernel, strides, dilations;
  Sizes low, outputSizes;
  int64_t groups = 1;
  mlir::Type resultType = {}; // null: that of the input
};

/// From the attributes of a ConvTranspose node.
mlir::FailureOr<TransposedShape>
transposedShape(OpImport &op, llvm::ArrayRef<int64_t> kernel);

/// input [n, c, spatial...], filter [c, m / groups, spatial...]; null (with an
/// error reported) when channels cannot agree.
mlir::Value transposedConvolution(GraphBuilder &graph, mlir::Value input,
                                  mlir::Value filter,
                                  const TransposedShape &shape);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_TRANSPOSEDCONVOLUTION_H

// SPDX-License-Identifier: Apache-2.0
// numpy.matmul as one contract op: shared by MatMul and its kin.
#ifndef TENON_COMPILER_ONNX_MATRIXPRODUCT_H
#define TENON_COMPILER_ONNX_MATRIXPRODUCT_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// a [..., m, k] times b [..., k, n], batches broadcast; operands of rank 1
/// are a row and a column whose dimension the result lacks. Ranks are at
/// least 1. Null (with an error reported) when sizes cannot agree.
mlir::Value matrixProduct(GraphBuilder &graph, mlir::Value a, mlir::Value b);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_MATRIXPRODUCT_H

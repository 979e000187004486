// SPDX-License-Identifier: Apache-2.0
// Softmax and its kin: what they compute, and over which axes in each opset.
#ifndef TENON_COMPILER_ONNX_SOFTMAX_H
#define TENON_COMPILER_ONNX_SOFTMAX_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// exp(x) / sum of exp(x) over `axes`, with the greatest element taken out so
/// that nothing overflows. Half types are computed as fp32.
mlir::Value softmax(GraphBuilder &graph, mlir::Value x,
                    llvm::ArrayRef<int64_t> axes);

/// ln(softmax(x)) without the logarithm of a quotient.
mlir::Value logSoftmax(GraphBuilder &graph, mlir::Value x,
                       llvm::ArrayRef<int64_t> axes);

/// The axes that attribute `axis` means: before opset 13 that one (1 by
/// default) and all after it, since then it alone (the last by default).
mlir::FailureOr<llvm::SmallVector<int64_t>> softmaxAxes(OpImport &op);

/// The rows of an operator with that attribute.
std::vector<OnnxOpRow> softmaxRows(LowerFunction lower);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_SOFTMAX_H

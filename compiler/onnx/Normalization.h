// SPDX-License-Identifier: Apache-2.0
// Means, variances and norms over axes: what normalisations are made of.
// All take and give floats as wide as `widenHalf` makes them.
#ifndef TENON_COMPILER_ONNX_NORMALIZATION_H
#define TENON_COMPILER_ONNX_NORMALIZATION_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// The mean over `axes`, which stay with size 1.
mlir::Value meanOver(GraphBuilder &graph, mlir::Value x,
                     llvm::ArrayRef<int64_t> axes);

struct Normalized {
  mlir::Value value;            // (x - mean) * inverseDeviation
  mlir::Value mean;             // over the axes, which stay with size 1
  mlir::Value variance;         // mean of (x - mean)^2
  mlir::Value inverseDeviation; // 1 / sqrt(variance + epsilon)
};
Normalized normalizeOver(GraphBuilder &graph, mlir::Value x,
                         llvm::ArrayRef<int64_t> axes, double epsilon);

/// |x|^p of each element, for a sum that `rootOf` takes back.
mlir::Value powerOf(GraphBuilder &graph, mlir::Value x, int64_t p);
mlir::Value rootOf(GraphBuilder &graph, mlir::Value sum, int64_t p);

/// The dimensions first, first + 1, ..., rank - 1.
llvm::SmallVector<int64_t> dimsFrom(int64_t first, int64_t rank);

inline constexpr double kDefaultEpsilon = 1e-5; // of every normalisation

} // namespace tenon

#endif // TENON_COMPILER_ONNX_NORMALIZATION_H

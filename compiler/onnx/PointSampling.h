// SPDX-License-Identifier: Apache-2.0
// Reading planes at fractional positions that are data: shared by GridSample,
// RoiAlign and DeformConv.
//
// For each spatial dimension a tensor of positions gives a few taps, each an
// index and a weight; a sample is the sum over all combinations of taps of
// gathered element times product of weights.
#ifndef TENON_COMPILER_ONNX_POINTSAMPLING_H
#define TENON_COMPILER_ONNX_POINTSAMPLING_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

enum class SampleKind : uint8_t { Nearest, Linear, Cubic };
/// What lies outside: zeros, the nearest element, or the mirrored plane.
enum class SampleOutside : uint8_t { Zeros, Border, Reflection };

/// One element along one dimension, for every point.
struct SampleTap {
  mlir::Value index;  // i64; moved inside when read
  mlir::Value weight; // null: 1
};

/// Floats from `low` to `high`, tensors of rank 0.
struct SampleRange {
  mlir::Value low, high;
};

/// The range of indices of a dimension of `size`: 0 to size - 1.
SampleRange indexRange(GraphBuilder &graph, const IndexExpr &size,
                       mlir::Type type);

/// `position` mirrored at the ends of `range` until it is inside.
mlir::Value mirrorInto(GraphBuilder &graph, mlir::Value position,
                       const SampleRange &range);

/// The taps about `position` in a dimension of `size` elements; `mirror` is
/// the range that Reflection mirrors indices in.
llvm::SmallVector<SampleTap>
sampleTaps(GraphBuilder &graph, mlir::Value position, const IndexExpr &size,
           SampleKind kind, SampleOutside outside, const SampleRange &mirror);

/// data [n, c, d...] at `taps`, one list for each spatial dimension, whose
/// tensors [m, p...] broadcast together to `points`: terms [m, c, p...] of
/// element times weight, to be summed. `batch` [m] says which n each m reads;
/// null: its own.
llvm::SmallVector<mlir::Value>
sampleTerms(GraphBuilder &graph, mlir::Value data, mlir::Value batch,
            llvm::ArrayRef<llvm::SmallVector<SampleTap>> taps,
            llvm::ArrayRef<IndexExpr> points);

/// The sum (or another fold) of `terms`.
mlir::Value foldTerms(GraphBuilder &graph, ScalarFn fn,
                      llvm::ArrayRef<mlir::Value> terms);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_POINTSAMPLING_H

// SPDX-License-Identifier: Apache-2.0
// What CumSum and CumProd share.
#ifndef TENON_COMPILER_ONNX_CUMULATIVE_H
#define TENON_COMPILER_ONNX_CUMULATIVE_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// Folds operand 0 along the axis in operand 1 and keeps every step, as the
/// attributes `exclusive` and `reverse` say. Half types are folded as fp32.
mlir::LogicalResult lowerCumulative(OpImport &op, ReduceKind kind);

OnnxOp cumulativeOp(const char *name, const char *formula, int since,
                    LowerFunction lower);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_CUMULATIVE_H

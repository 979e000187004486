// SPDX-License-Identifier: Apache-2.0
// Resizing as it was before opset 11: scales only, positions i / scale.
#ifndef TENON_COMPILER_ONNX_SCALEDRESIZE_H
#define TENON_COMPILER_ONNX_SCALEDRESIZE_H

#include "compiler/onnx/Resizing.h"

namespace tenon {

/// Resizes operand 0 by one scale for each dimension in the attribute `mode`,
/// nearest or linear. The nearest element is the one at or before the
/// position, at or after it when the dimension shrinks.
mlir::LogicalResult lowerScaledResize(OpImport &op,
                                      llvm::ArrayRef<double> scales);

/// A scale as a fraction; reports one that is not positive or out of reach.
mlir::FailureOr<Ratio> scaleRatio(OpImport &op, double scale);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_SCALEDRESIZE_H

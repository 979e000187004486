// SPDX-License-Identifier: Apache-2.0
// Windows made of cosines: Hann, Hamming and Blackman.
#ifndef TENON_COMPILER_ONNX_SIGNALWINDOW_H
#define TENON_COMPILER_ONNX_SIGNALWINDOW_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// constant + first * cos(2 pi i / n) + second * cos(4 pi i / n) with n the
/// size (periodic) or one less.
struct CosineWindow {
  double constant, first, second;
};

mlir::LogicalResult lowerCosineWindow(OpImport &op, const CosineWindow &window);

/// The one row of a window operator.
OnnxOp cosineWindowOp(const char *name, const char *formula,
                      LowerFunction lower);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_SIGNALWINDOW_H

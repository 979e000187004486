// SPDX-License-Identifier: Apache-2.0
// Resizing dimensions by exact scales: shared by Resize and Upsample.
//
// ONNX gives a scale as a float. The simplest fraction that rounds to that
// float is what its author meant (0.6 is 3/5), and with it positions are exact
// quotients of integers: which element is the nearest does not depend on how
// some float was rounded, and scaling by 2 reads element i floordiv 2.
#ifndef TENON_COMPILER_ONNX_RESIZING_H
#define TENON_COMPILER_ONNX_RESIZING_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// A positive quotient of size expressions.
struct Ratio {
  IndexExpr numerator = 1, denominator = 1;
  bool isOne() const { return numerator == denominator; }
};

/// The simplest fraction that rounds to the float `value`; absent when it is
/// not finite, or too large or small for exact arithmetic.
std::optional<Ratio> simplestRatio(double value);

/// a / b in the simplest form that the expressions show.
Ratio ratioOf(const IndexExpr &a, const IndexExpr &b);

enum class CoordinateMode : uint8_t {
  HalfPixel,
  HalfPixelSymmetric,
  PytorchHalfPixel,
  AlignCorners,
  Asymmetric,
  TfHalfPixelForNn,
  TfCropAndResize,
};

/// One resized dimension.
struct ResizedAxis {
  int64_t axis = 0;
  IndexExpr from, to; // sizes
  Ratio scale;        // as given: `to` may be rounded
  Ratio start, end;   // of TfCropAndResize; may be 0 or negative
  Resampling how;
};

/// Sets the position x(i) in `axis.how`. Fails for a size that decides the
/// formula and is not known.
mlir::LogicalResult setPosition(OpImport &op, ResizedAxis &axis,
                                CoordinateMode mode);

/// Resamples `input` along each axis; interpolation is computed in floats and
/// rounded to the type of the input once.
mlir::Value resize(GraphBuilder &graph, mlir::Value input,
                   llvm::ArrayRef<ResizedAxis> axes);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_RESIZING_H

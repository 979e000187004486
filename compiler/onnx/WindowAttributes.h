// SPDX-License-Identifier: Apache-2.0
// The attributes that convolutions and poolings share (kernel_shape, strides,
// dilations, pads, auto_pad, ceil_mode) as the shape of a window.
#ifndef TENON_COMPILER_ONNX_WINDOWATTRIBUTES_H
#define TENON_COMPILER_ONNX_WINDOWATTRIBUTES_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// How ONNX says what lies around the input.
enum class AutoPad : uint8_t { NotSet, SameUpper, SameLower, Valid };
mlir::FailureOr<AutoPad> autoPad(OpImport &op);

/// The list attribute `name` with one positive entry per spatial dimension;
/// ones when it is missing.
mlir::FailureOr<llvm::SmallVector<int64_t>>
spatialList(OpImport &op, llvm::StringRef name, size_t spatial);

/// The attribute `pads` split into beginnings and ends; zeros when missing.
mlir::LogicalResult readPads(OpImport &op, size_t spatial, Sizes &low,
                             Sizes &high);

/// The window of `kernel` over operand 0, [n, c, spatial...], with the
/// result's sizes worked out. Reports every attribute that does not fit.
mlir::FailureOr<WindowShape> windowShape(OpImport &op,
                                         llvm::ArrayRef<int64_t> kernel);

/// The window of a pooling: the kernel is the attribute kernel_shape.
mlir::FailureOr<WindowShape> poolingShape(OpImport &op);

/// `total` padding elements shared out: the odd one at the end, or at the
/// beginning with `lower`.
std::pair<IndexExpr, IndexExpr> sharePadding(const IndexExpr &total,
                                             bool lower);

/// The row attributes of every pooling: kernel_shape, strides, pads, auto_pad.
std::vector<OnnxAttributeRow>
poolingAttributes(std::vector<OnnxAttributeRow> more = {});

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WINDOWATTRIBUTES_H

// SPDX-License-Identifier: Apache-2.0
// Decides how convolutions lay out their tensors.
#ifndef TENON_COMPILER_TRANSFORM_CHOOSELAYOUT_H
#define TENON_COMPILER_TRANSFORM_CHOOSELAYOUT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// Convolutions whose filters are known become channels-last: their vectors
/// then hold output channels, whose filters are packed for it, and no border
/// runs through a vector. The transposes around them are for MoveTransposes to
/// remove. Every decision is a remark.
///
///   %y = tenon.window convolve %x, %w         %a = tenon.transpose %x
///        [n, c, h, w]                         %b = tenon.window convolve %a,
///                                                  %w {channels_last}
///                                             %y = tenon.transpose %b
///
/// One layout for the whole graph: channels-last without padded channels is
/// within some percent of the best for each single layer, and a second layout
/// would cost copies where the two meet.
/// Left as they are: filters given at run time (their order in memory is the
/// user's), and groups of several channels each (a vector would hold channels
/// that read different inputs).
/// Test: test/unit/transform/ChooseLayout.cpp.
mlir::LogicalResult chooseLayout(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_CHOOSELAYOUT_H

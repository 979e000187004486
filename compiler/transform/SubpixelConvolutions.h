// SPDX-License-Identifier: Apache-2.0
// Makes ordinary convolutions of those over an input that is spread out
// (transposed convolutions).
#ifndef TENON_COMPILER_TRANSFORM_SUBPIXELCONVOLUTIONS_H
#define TENON_COMPILER_TRANSFORM_SUBPIXELCONVOLUTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/LogicalResult.h"

namespace tenon {

/// A convolution whose input has s - 1 zeros between neighbours meets a number
/// at every s-th tap only, and which taps these are depends on the output
/// position modulo s alone: its phase. So it is an ordinary convolution that
/// computes the s phases of each position as s times as many channels, whose
/// results then take turns along the dimension (Shi et al., "Real-time single
/// image and video super-resolution using an efficient sub-pixel convolutional
/// neural network", 2016). Taps that some phases lack are zeros, so that all
/// phases share one window.
llvm::LogicalResult subpixelConvolutions(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_SUBPIXELCONVOLUTIONS_H

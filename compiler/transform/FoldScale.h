// SPDX-License-Identifier: Apache-2.0
// Multiplies the scale of each channel into the weights before it.
#ifndef TENON_COMPILER_TRANSFORM_FOLDSCALE_H
#define TENON_COMPILER_TRANSFORM_FOLDSCALE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// A convolution or product with known weights whose result only serves to be
/// multiplied by a constant of one number per channel (an inference-time
/// BatchNormalization) takes the numbers into its weights; constants added on
/// the way are multiplied too and become one.
///
///   %a = tenon.window convolve %x, %w      %v = %w * %f per out channel
///   %b = elementwise add(%a, %c)           %a = tenon.window convolve %x, %v
///   %d = elementwise mul(%b, %f)           %r = elementwise add(%a,
///   %r = elementwise add(%d, %s)                                %c * %f + %s)
///
/// The products of constants are ops for fold-constants to compute.
///
/// Only for fp32 and fp64: f * sum(w x) and sum((f w) x) differ by the rounding
/// of each f w, a relative error of half a unit in the last place per term,
/// which is what the rounding of each term's product may already add; the
/// rounding of the product with f goes away in exchange. For the half types
/// rounded weights would be coarser than the fp32 sums. Factors that are not
/// finite or beyond 2^20 stay outside, where they cannot make a weight
/// overflow that was fine.
/// Test: test/unit/transform/FoldScale.cpp.
mlir::LogicalResult foldScale(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_FOLDSCALE_H

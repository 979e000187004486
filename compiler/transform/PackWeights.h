// SPDX-License-Identifier: Apache-2.0
// Lays out known weights as the register tiles read them.
#ifndef TENON_COMPILER_TRANSFORM_PACKWEIGHTS_H
#define TENON_COMPILER_TRANSFORM_PACKWEIGHTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// Weights of products and of channels-last convolutions move into panels of
/// kPanelColumns output columns, so that what one step of the sum reads is one
/// run of memory and the next step reads the next. Columns are filled up with
/// zeros. What was there becomes an index map of the packed constant, which
/// kernels read through:
///
///   %w = tenon.constant [k, n]      %p = tenon.constant [n / 16, k, 16]
///                                   %t = tenon.transpose %p [1, 0, 2]
///                                   %r = tenon.reshape %t
///                                   %w = tenon.slice %r        [k, n]
///
/// Filters [o, i, kh, kw] become [o / 16, kh, kw, i, 16]; depthwise ones, and
/// those of few outputs, [kh, kw, i, o]: vectors go along o there too, but a
/// panel would be mostly zeros or have nothing to gain.
/// Left alone: weights that other kinds of ops read too (the bytes would be
/// stored twice), few columns, small weights that are in this order already.
///
/// Needs: constants folded; nothing may fold afterwards.
/// Test: test/unit/transform/PackWeights.cpp.
mlir::LogicalResult packWeights(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_TRANSFORM_PACKWEIGHTS_H

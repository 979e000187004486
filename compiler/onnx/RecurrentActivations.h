// SPDX-License-Identifier: Apache-2.0
// The activations that an LSTM, GRU or RNN node names.
#ifndef TENON_COMPILER_ONNX_RECURRENTACTIVATIONS_H
#define TENON_COMPILER_ONNX_RECURRENTACTIVATIONS_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// One entry for each activation of a direction, in ONNX's order f, g, h.
struct LayerActivations {
  llvm::SmallVector<Activation> functions;
  llvm::SmallVector<double> alpha, beta;
};

/// The activations of each of `directions` directions of a layer.
mlir::FailureOr<llvm::SmallVector<LayerActivations, 2>>
readActivations(OpImport &op, RecurrentKind kind, int64_t directions);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_RECURRENTACTIVATIONS_H

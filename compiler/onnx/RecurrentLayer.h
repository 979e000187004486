// SPDX-License-Identifier: Apache-2.0
// LSTM, GRU and RNN: one layer in one or both directions as core ops. The
// input's part of every gate is one product for all steps; only the states'
// part is a recurrence.
#ifndef TENON_COMPILER_ONNX_RECURRENTLAYER_H
#define TENON_COMPILER_ONNX_RECURRENTLAYER_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// lower function of all three operators.
mlir::LogicalResult lowerRecurrentLayer(OpImport &op, RecurrentKind kind);

/// The operator's rows: what all three share, and `more`.
OnnxOp recurrentLayerOp(const char *name, const char *formula,
                        LowerFunction lower,
                        std::vector<OnnxOperandRow> moreOperands,
                        std::vector<OnnxAttributeRow> moreAttributes,
                        unsigned outputs);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_RECURRENTLAYER_H

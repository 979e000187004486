// SPDX-License-Identifier: Apache-2.0
// What convolutions of both directions share: the filter's checks, the bias.
#ifndef TENON_COMPILER_ONNX_CONVOLUTION_H
#define TENON_COMPILER_ONNX_CONVOLUTION_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// The spatial sizes of the filter, operand 1, which must be known and agree
/// with kernel_shape where that is given.
mlir::FailureOr<llvm::SmallVector<int64_t>> filterKernel(OpImport &op);

/// The attribute `group`, which must divide the channels of operand 0.
mlir::FailureOr<int64_t> channelGroups(OpImport &op);

/// Fails unless operand `i`, when given, is a vector with a number for each of
/// `channels`.
mlir::LogicalResult requireChannels(OpImport &op, unsigned i,
                                    const IndexExpr &channels);

/// The type that the convolution of a node must give before its bias, operand
/// 2, is added: half types are summed in fp32 and rounded once.
mlir::Type convolutionType(OpImport &op);

/// `result` [n, m, spatial...] plus operand `bias` [m] (when given), as an
/// element of operand 0's type; null when they do not fit.
mlir::Value addChannelBias(OpImport &op, mlir::Value result, unsigned bias);

/// `vector` [c] as [c, 1, ...], to broadcast against [n, c, spatial...].
mlir::Value alongChannels(GraphBuilder &graph, mlir::Value vector,
                          int64_t rank);

/// The row attributes of every convolution.
std::vector<OnnxAttributeRow>
convolutionAttributes(std::vector<OnnxAttributeRow> more = {});

} // namespace tenon

#endif // TENON_COMPILER_ONNX_CONVOLUTION_H

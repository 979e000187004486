// SPDX-License-Identifier: Apache-2.0
// The loss of class labels under log probabilities: the common part of
// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss.
#ifndef TENON_COMPILER_ONNX_CLASSLOSS_H
#define TENON_COMPILER_ONNX_CLASSLOSS_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// The negative of `logProbability` [n, classes, d...] at the labels in
/// operand 1 [n, d...], weighted by operand 2 [classes] if given, 0 where the
/// label is ignore_index, folded as attribute `reduction` says. Half types are
/// computed as fp32, the result has the type of operand 0.
mlir::FailureOr<mlir::Value> classLoss(OpImport &op,
                                       mlir::Value logProbability);

/// The row of a loss with these names for its operands.
OnnxOpRow classLossRow(const char *scores, const char *labels,
                       const char *weights);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_CLASSLOSS_H

// SPDX-License-Identifier: Apache-2.0
// What must hold of a model before anything is built from it: names defined
// once and before use, no cycles, tensors that match their shapes, types and
// operator sets that exist. Why: the importer may then trust its input.
#ifndef TENON_COMPILER_ONNX_WIRE_VALIDATEMODEL_H
#define TENON_COMPILER_ONNX_WIRE_VALIDATEMODEL_H

#include "compiler/onnx/wire/OnnxError.h"
#include "compiler/onnx/wire/OnnxLimits.h"
#include "compiler/onnx/wire/OnnxModel.h"

#include <vector>

namespace tenon {

/// Every fault found, at most `limits.errors`; empty when the model is sound.
/// Sorts the nodes of graphs whose file has them out of order.
std::vector<OnnxError> validateModel(OnnxModel &model,
                                     const OnnxLimits &limits = {});

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_VALIDATEMODEL_H

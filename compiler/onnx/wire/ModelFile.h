// SPDX-License-Identifier: Apache-2.0
// From a path to an OnnxModel: maps the file, reads it within limits and
// finds the files that hold external data. Why one place: every way into the
// file system from a model's words passes through here (ExternalFiles.h).
#ifndef TENON_COMPILER_ONNX_WIRE_MODELFILE_H
#define TENON_COMPILER_ONNX_WIRE_MODELFILE_H

#include "compiler/onnx/wire/OnnxError.h"
#include "compiler/onnx/wire/OnnxLimits.h"
#include "compiler/onnx/wire/OnnxModel.h"

#include <string>
#include <string_view>
#include <vector>

namespace tenon {

/// Reads the form of a model file; says nothing of its meaning (names, shapes,
/// order): that is `validateModel`.
OnnxResult<OnnxModel> readModelFile(const std::string &path,
                                    const OnnxLimits &limits = {});

/// The same of bytes in memory, which must outlive the model. External data
/// is refused: bytes in memory have no folder.
OnnxResult<OnnxModel> readModelBytes(std::string_view bytes,
                                     const std::string &name,
                                     const OnnxLimits &limits = {});
OnnxResult<OnnxModel> readModelBytes(std::string &&bytes,
                                     const std::string &name,
                                     const OnnxLimits &limits = {}) = delete;

/// `readModelFile`, then `validateModel`; the errors of either.
struct OnnxModelOrErrors {
  OnnxModel model;
  std::vector<OnnxError> errors; ///< empty: the model is sound
};
OnnxModelOrErrors loadModel(const std::string &path,
                            const OnnxLimits &limits = {});

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_MODELFILE_H

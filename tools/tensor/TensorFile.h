// SPDX-License-Identifier: Apache-2.0
// Tensors in files, of either kind: NumPy arrays (.npy) and ONNX TensorProtos
// (.pb). The one door for the commands, which name files by tensor names.
#ifndef TENON_TOOLS_TENSOR_TENSORFILE_H
#define TENON_TOOLS_TENSOR_TENSORFILE_H

#include "tools/tensor/HostTensor.h"

#include <string>
#include <string_view>

namespace tenon {

/// Reads a file of either kind, told apart by its first bytes. Only .pb files
/// hold a name; the tensor's is empty otherwise.
OnnxResult<HostTensor> readTensorFile(const std::string &path,
                                      const OnnxLimits &limits = {});

/// Writes `folder`/NAME.npy, or NAME.pb for what .npy cannot hold (bf16, types
/// under 8 bits, strings...), whole or not at all. Gives the path.
OnnxResult<std::string> writeTensorFile(const std::string &folder,
                                        const HostTensor &tensor);

/// The file of `folder` that holds the tensor `name`; an error that names
/// both candidates when neither is there.
OnnxResult<std::string> findTensorFile(const std::string &folder,
                                       std::string_view name);

/// A tensor's name as a file name without ending: letters, digits, '_', '-'
/// and inner '.' stay, other bytes become %XX. Names that would be too long
/// for a file are cut and told apart by a hash.
std::string tensorFileStem(std::string_view name);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_TENSORFILE_H

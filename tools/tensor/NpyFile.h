// SPDX-License-Identifier: Apache-2.0
// Whole NumPy arrays to tensors and back. Fortran order and big-endian files
// are turned into what the rest of the program knows.
#ifndef TENON_TOOLS_TENSOR_NPYFILE_H
#define TENON_TOOLS_TENSOR_NPYFILE_H

#include "tools/tensor/HostTensor.h"

#include <string_view>

namespace tenon {

/// The array in the bytes of a .npy file. Errors lack `file`.
OnnxResult<HostTensor> decodeNpy(std::string_view file,
                                 const OnnxLimits &limits = {});

/// True for what a .npy file can hold; the rest goes to ONNX .pb.
bool npyCanHold(OnnxElementType type);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_NPYFILE_H

// SPDX-License-Identifier: Apache-2.0
// The text at the front of a NumPy file: a Python dictionary of three keys,
// parsed by a grammar of its own, never evaluated.
// Format: numpy.lib.format, versions 1.0, 2.0 and 3.0.
#ifndef TENON_TOOLS_TENSOR_NPYHEADER_H
#define TENON_TOOLS_TENSOR_NPYHEADER_H

#include "compiler/onnx/wire/OnnxElementType.h"
#include "compiler/onnx/wire/OnnxError.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

struct NpyHeader {
  OnnxElementType elementType = OnnxElementType::Undefined;
  bool isBigEndian = false;
  bool isFortranOrder = false;
  std::vector<int64_t> shape;
  size_t headerBytes = 0; ///< where the data begins
};

/// True when the bytes begin as NumPy files do.
bool isNpy(std::string_view file);

/// Reads the header; the data behind it is not looked at. Errors lack `file`.
OnnxResult<NpyHeader> parseNpyHeader(std::string_view file);

/// NumPy's name of a type ("<f4"); empty for types that NumPy lacks.
std::string_view npyTypeName(OnnxElementType type);

/// The header of a file in C order, byte for byte as NumPy writes it.
/// The type must have a name in NumPy.
std::string encodeNpyHeader(OnnxElementType type,
                            std::span<const int64_t> shape);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_NPYHEADER_H

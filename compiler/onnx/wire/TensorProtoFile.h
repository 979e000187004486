// SPDX-License-Identifier: Apache-2.0
// Files that hold one TensorProto: the input_0.pb and output_0.pb of ONNX's
// test data sets. Used by the tools, beside NumPy files.
#ifndef TENON_COMPILER_ONNX_WIRE_TENSORPROTOFILE_H
#define TENON_COMPILER_ONNX_WIRE_TENSORPROTOFILE_H

#include "compiler/onnx/wire/OnnxError.h"
#include "compiler/onnx/wire/OnnxLimits.h"
#include "compiler/onnx/wire/OnnxModel.h"

#include <memory>
#include <string>
#include <string_view>

namespace tenon {

/// A tensor and what keeps its views alive.
struct OnnxTensorFile {
  OnnxTensor tensor;
  std::shared_ptr<OnnxStorage> storage;
};

/// Reads a file and checks that its data fits its type and shape. External
/// data follows the rules for models.
OnnxResult<OnnxTensorFile> readTensorProtoFile(const std::string &path,
                                               const OnnxLimits &limits = {});

/// The same of bytes in memory, which must outlive the result.
OnnxResult<OnnxTensorFile> readTensorProto(std::string_view bytes,
                                           const std::string &name,
                                           const OnnxLimits &limits = {});

/// A tensor to write: numbers as little-endian bytes, or strings.
struct TensorProtoSource {
  std::string_view name;
  OnnxElementType elementType = OnnxElementType::Undefined;
  std::span<const int64_t> dims;
  std::string_view bytes = {};
  std::span<const std::string> strings = {};
};

/// The bytes of such a file, as ONNX's own library writes them.
std::string encodeTensorProto(const TensorProtoSource &source);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_TENSORPROTOFILE_H

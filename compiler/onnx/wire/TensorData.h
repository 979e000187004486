// SPDX-License-Identifier: Apache-2.0
// The elements of a tensor out of a file as little-endian contiguous bytes,
// whichever of ONNX's data fields holds them. Why: importer and tools want
// one form; raw and external data stay views of the mapped file.
#ifndef TENON_COMPILER_ONNX_WIRE_TENSORDATA_H
#define TENON_COMPILER_ONNX_WIRE_TENSORDATA_H

#include "compiler/onnx/wire/OnnxError.h"
#include "compiler/onnx/wire/OnnxLimits.h"
#include "compiler/onnx/wire/OnnxModel.h"

#include <string>
#include <string_view>
#include <vector>

namespace tenon {

/// Bytes of a tensor: a view of the file, or a copy where the file spells the
/// numbers another way (varints, several chunks). Types under 8 bits are
/// packed as ONNX packs them, first element in the lowest bits.
class OnnxTensorBytes {
public:
  explicit OnnxTensorBytes(std::string_view view) : view(view) {}
  explicit OnnxTensorBytes(std::vector<char> copy)
      : copy(std::move(copy)), isCopy(true) {}

  std::string_view bytes() const {
    return isCopy ? std::string_view(copy.data(), copy.size()) : view;
  }
  /// True when the bytes lie in this object and not in the file.
  bool ownsBytes() const { return isCopy; }

private:
  std::string_view view;
  std::vector<char> copy;
  bool isCopy = false;
};

// Errors of the functions below lack `where` and `file`: the caller knows.

/// Product of the dimensions, checked: no negative ones, none over 2^40, no
/// more than `limits.rank` of them. A tensor of no dimensions has 1 element.
OnnxResult<int64_t> elementCount(const OnnxTensor &tensor,
                                 const OnnxLimits &limits = {});

/// Bytes of a numeric tensor as its shape and type have it; 0 for strings.
OnnxResult<int64_t> tensorSizeBytes(const OnnxTensor &tensor,
                                    const OnnxLimits &limits = {});

/// Null when the tensor's data fits its type and shape, without reading more
/// than it must; else the fault.
std::optional<OnnxError> checkTensorData(const OnnxTensor &tensor,
                                         const OnnxLimits &limits = {});

/// The elements of a numeric tensor; exactly the bytes its shape and type ask
/// for, else an error.
OnnxResult<OnnxTensorBytes> tensorBytes(const OnnxTensor &tensor,
                                        const OnnxLimits &limits = {});

/// The elements of a string tensor, as views into the file.
OnnxResult<std::vector<std::string_view>>
tensorStrings(const OnnxTensor &tensor, const OnnxLimits &limits = {});

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_TENSORDATA_H

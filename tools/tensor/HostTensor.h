// SPDX-License-Identifier: Apache-2.0
// A tensor in this program's memory: what the commands read from files, feed
// to engines, get back, compare and write.
#ifndef TENON_TOOLS_TENSOR_HOSTTENSOR_H
#define TENON_TOOLS_TENSOR_HOSTTENSOR_H

#include "compiler/onnx/wire/OnnxElementType.h"
#include "compiler/onnx/wire/OnnxError.h"
#include "compiler/onnx/wire/OnnxLimits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

/// Bytes at an address that the runtime takes without a copy.
class HostBytes {
public:
  static constexpr size_t kAlignment = 64;

  HostBytes() = default;
  /// All zero.
  explicit HostBytes(size_t size);
  explicit HostBytes(std::string_view bytes);

  char *data() { return memory.get(); }
  const char *data() const { return memory.get(); }
  size_t size() const { return count; }
  std::string_view view() const { return {memory.get(), count}; }

private:
  struct Release {
    void operator()(char *bytes) const {
      ::operator delete(bytes, std::align_val_t(kAlignment));
    }
  };
  std::unique_ptr<char, Release> memory;
  size_t count = 0;
};

/// Row-major, little-endian; types under 8 bits packed as in ONNX. Element
/// types have the numbers of format::ElementType and tenon_type.
struct HostTensor {
  std::string name;
  OnnxElementType elementType = OnnxElementType::Undefined;
  std::vector<int64_t> shape;
  HostBytes bytes;                  ///< empty for strings
  std::vector<std::string> strings; ///< only for strings

  int64_t numElements() const;
};

/// Bytes that a tensor of this type and shape takes; an error for negative,
/// huge or overflowing shapes and unknown types. 0 for strings.
OnnxResult<int64_t> hostTensorSize(OnnxElementType type,
                                   std::span<const int64_t> shape,
                                   const OnnxLimits &limits = {});

/// A tensor of zeros (of empty strings), once its size is known to be sane.
OnnxResult<HostTensor> makeHostTensor(std::string name, OnnxElementType type,
                                      std::vector<int64_t> shape,
                                      const OnnxLimits &limits = {});

/// "f32[2,3]".
std::string describeTensor(OnnxElementType type,
                           std::span<const int64_t> shape);

} // namespace tenon

#endif // TENON_TOOLS_TENSOR_HOSTTENSOR_H

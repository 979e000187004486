// SPDX-License-Identifier: Apache-2.0
// The data part of NumPy files.
#include "tools/tensor/NpyFile.h"

#include "tools/tensor/ElementValue.h"
#include "tools/tensor/NpyHeader.h"

#include <algorithm>
#include <cstring>

namespace tenon {
namespace {

/// Turns the bytes of each number round; complex ones have two numbers.
void swapByteOrder(HostTensor &tensor) {
  bool isPair = isComplexType(tensor.elementType);
  auto width = static_cast<size_t>(elementBits(tensor.elementType) / 8) /
               (isPair ? 2 : 1);
  char *end = tensor.bytes.data() + tensor.bytes.size();
  for (char *number = tensor.bytes.data(); number != end; number += width)
    std::reverse(number, number + width);
}

/// Copies elements from column-major to row-major order.
void copyFortranOrder(const char *source, HostTensor &tensor) {
  auto width = static_cast<size_t>(elementBits(tensor.elementType) / 8);
  size_t rank = tensor.shape.size();
  std::vector<size_t> stride(rank), index(rank);
  size_t next = width;
  for (size_t axis = 0; axis < rank; ++axis) {
    stride[axis] = next;
    next *= static_cast<size_t>(tensor.shape[axis]);
  }
  char *end = tensor.bytes.data() + tensor.bytes.size();
  size_t offset = 0;
  for (char *to = tensor.bytes.data(); to != end; to += width) {
    std::memcpy(to, source + offset, width);
    // The last axis runs fastest; on overflow the one before it moves on.
    for (size_t axis = rank; axis-- > 0;) {
      offset += stride[axis];
      if (++index[axis] < static_cast<size_t>(tensor.shape[axis]))
        break;
      offset -= stride[axis] * index[axis];
      index[axis] = 0;
    }
  }
}

} // namespace

bool npyCanHold(OnnxElementType type) { return !npyTypeName(type).empty(); }

OnnxResult<HostTensor> decodeNpy(std::string_view file,
                                 const OnnxLimits &limits) {
  OnnxResult<NpyHeader> header = parseNpyHeader(file);
  if (!header)
    return std::move(header.error());
  OnnxResult<int64_t> size =
      hostTensorSize(header->elementType, header->shape, limits);
  if (!size)
    return std::move(size.error());
  std::string_view data = file.substr(header->headerBytes);
  // Compared before anything is allocated.
  if (static_cast<int64_t>(data.size()) != *size)
    return OnnxError{.code = OnnxErrorCode::BadNpy,
                     .what = static_cast<int64_t>(data.size()) < *size
                                 ? "the array's data is shorter than its shape"
                                 : "the array's data is longer than its shape",
                     .found = std::to_string(data.size()) + " bytes",
                     .allowed =
                         std::to_string(*size) + " bytes for " +
                         describeTensor(header->elementType, header->shape),
                     .nextStep = "The file is damaged: save the array again."};
  HostTensor tensor;
  tensor.elementType = header->elementType;
  tensor.shape = std::move(header->shape);
  bool isPlain = !header->isFortranOrder || tensor.shape.size() < 2;
  if (isPlain) {
    tensor.bytes = HostBytes(data);
  } else {
    tensor.bytes = HostBytes(data.size());
    copyFortranOrder(data.data(), tensor);
  }
  if (header->isBigEndian)
    swapByteOrder(tensor);
  if (tensor.elementType == OnnxElementType::Bool)
    for (size_t i = 0; i < tensor.bytes.size(); ++i)
      tensor.bytes.data()[i] = tensor.bytes.data()[i] != 0;
  return tensor;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Sizes of tensors in memory.
#include "tools/tensor/HostTensor.h"

#include "compiler/onnx/wire/TensorData.h"

#include <cstring>

namespace tenon {

HostBytes::HostBytes(size_t size)
    : memory(size == 0 ? nullptr
                       : static_cast<char *>(::operator new(
                             size, std::align_val_t(kAlignment)))),
      count(size) {
  if (size > 0)
    std::memset(memory.get(), 0, size);
}

HostBytes::HostBytes(std::string_view bytes) : HostBytes(bytes.size()) {
  if (!bytes.empty())
    std::memcpy(memory.get(), bytes.data(), bytes.size());
}

int64_t HostTensor::numElements() const {
  // The size was checked when the tensor was made.
  int64_t count = 1;
  for (int64_t dim : shape)
    count *= dim;
  return count;
}

namespace {

/// The wire reader's rules for sizes hold here too.
OnnxTensor shapeOnly(OnnxElementType type, std::span<const int64_t> shape) {
  OnnxTensor tensor;
  tensor.elementType = type;
  tensor.dims = shape;
  return tensor;
}

} // namespace

OnnxResult<int64_t> hostTensorSize(OnnxElementType type,
                                   std::span<const int64_t> shape,
                                   const OnnxLimits &limits) {
  return tensorSizeBytes(shapeOnly(type, shape), limits);
}

OnnxResult<HostTensor> makeHostTensor(std::string name, OnnxElementType type,
                                      std::vector<int64_t> shape,
                                      const OnnxLimits &limits) {
  OnnxResult<int64_t> size = hostTensorSize(type, shape, limits);
  if (!size)
    return std::move(size.error());
  HostTensor tensor;
  tensor.name = std::move(name);
  tensor.elementType = type;
  tensor.shape = std::move(shape);
  if (type == OnnxElementType::String)
    tensor.strings.resize(static_cast<size_t>(tensor.numElements()));
  else
    tensor.bytes = HostBytes(static_cast<size_t>(*size));
  return tensor;
}

std::string describeTensor(OnnxElementType type,
                           std::span<const int64_t> shape) {
  std::string text(elementTypeName(type));
  text += '[';
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

} // namespace tenon

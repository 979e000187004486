// SPDX-License-Identifier: Apache-2.0
// TypeProto and ValueInfoProto. A type is a chain (sequence of optional of
// tensor), walked in a loop and bounded.
#include "compiler/onnx/wire/ModelReader.h"

#include <algorithm>

namespace tenon {
namespace {

/// Field numbers of TypeProto's `oneof value`.
enum TypeField : uint32_t {
  kTensorType = 1,
  kSequenceType = 4,
  kMapType = 5,
  kOpaqueType = 7,
  kSparseTensorType = 8,
  kOptionalType = 9,
};

bool isTypeField(uint32_t number) {
  return number == kTensorType || number == kSequenceType ||
         number == kMapType || number == kOpaqueType ||
         number == kSparseTensorType || number == kOptionalType;
}

bool isWrapperField(uint32_t number) {
  return number == kSequenceType || number == kMapType ||
         number == kOptionalType;
}

OnnxTypeWrapper::Kind wrapperKind(uint32_t number) {
  if (number == kMapType)
    return OnnxTypeWrapper::Kind::Map;
  return number == kSequenceType ? OnnxTypeWrapper::Kind::Sequence
                                 : OnnxTypeWrapper::Kind::Optional;
}

} // namespace

bool ModelReader::readDim(std::string_view message, OnnxDim &dim) {
  return forEachField(message, [&](const WireField &field) {
    switch (field.number) {
    case 1: // dim_value
      dim.parameter = {};
      if (!intOf(field, dim.value))
        return false;
      // Several exporters write -1 for a dimension that is open.
      dim.kind =
          dim.value == -1 ? OnnxDim::Kind::Unknown : OnnxDim::Kind::Value;
      return true;
    case 2: // dim_param
      if (!nameOf(field, dim.parameter))
        return false;
      dim.kind = dim.parameter.empty() ? OnnxDim::Kind::Unknown
                                       : OnnxDim::Kind::Parameter;
      dim.value = 0;
      return true;
    default:
      return true;
    }
  });
}

bool ModelReader::readShape(std::string_view message, OnnxType &type) {
  FieldCounts counts;
  if (!countFields(message, counts))
    return false;
  if (counts[1] > limits.rank)
    return failLimit("a shape has too many dimensions",
                     std::to_string(counts[1]), limits.rank);
  type.hasShape = true;
  return readMessages(message, 1, counts[1], type.dims,
                      [&](std::string_view bytes, OnnxDim &dim) {
                        return readDim(bytes, dim);
                      });
}

bool ModelReader::readTensorType(std::string_view message, OnnxType &type) {
  return forEachField(message, [&](const WireField &field) {
    std::string_view bytes;
    int64_t number = 0;
    switch (field.number) {
    case 1: // elem_type
      if (!intOf(field, number))
        return false;
      type.elementType = elementTypeOf(number);
      return true;
    case 2: // shape
      return bytesOf(field, bytes) && readShape(bytes, type);
    default:
      return true;
    }
  });
}

bool ModelReader::readTypeLevel(std::string_view message, uint32_t &number,
                                std::string_view &value) {
  number = 0;
  return forEachField(message, [&](const WireField &field) {
    if (!isTypeField(field.number))
      return true;
    if (number != 0)
      return failMalformed("a type is given twice", field.start);
    number = field.number;
    return bytesOf(field, value);
  });
}

bool ModelReader::readWrapper(std::string_view message,
                              OnnxTypeWrapper &wrapper,
                              std::string_view &inner) {
  bool isMap = wrapper.kind == OnnxTypeWrapper::Kind::Map;
  uint32_t innerNumber = isMap ? 2 : 1;
  return forEachField(message, [&](const WireField &field) {
    if (field.number == innerNumber)
      return bytesOf(field, inner);
    int64_t key = 0;
    if (!isMap || field.number != 1)
      return true;
    if (!intOf(field, key))
      return false;
    wrapper.mapKey = elementTypeOf(key);
    return true;
  });
}

bool ModelReader::readType(std::string_view message, OnnxType &type) {
  std::vector<OnnxTypeWrapper> wrappers;
  std::string_view value;
  uint32_t number = 0;
  while (true) {
    if (!readTypeLevel(message, number, value))
      return false;
    if (!isWrapperField(number))
      break;
    if (static_cast<int64_t>(wrappers.size()) >= limits.typeDepth)
      return failLimit("a type is nested too deeply",
                       std::to_string(wrappers.size() + 1) + " or more",
                       limits.typeDepth);
    OnnxTypeWrapper wrapper{.kind = wrapperKind(number)};
    message = {};
    if (!readWrapper(value, wrapper, message))
      return false;
    wrappers.push_back(wrapper);
  }
  std::span<OnnxTypeWrapper> kept;
  if (!allocate(static_cast<int64_t>(wrappers.size()), kept))
    return false;
  std::copy(wrappers.begin(), wrappers.end(), kept.begin());
  type.wrappers = kept;
  if (number == kOpaqueType)
    type.kind = OnnxType::Kind::Opaque;
  if (number != kTensorType && number != kSparseTensorType)
    return true;
  type.kind = number == kTensorType ? OnnxType::Kind::Tensor
                                    : OnnxType::Kind::SparseTensor;
  return readTensorType(value, type);
}

bool ModelReader::readValueInfo(std::string_view message, OnnxValueInfo &info) {
  bool hasType = false;
  return forEachField(message, [&](const WireField &field) {
    std::string_view bytes;
    switch (field.number) {
    case 1: // name
      return nameOf(field, info.name);
    case 2: // type
      if (hasType)
        return failMalformed("a value has two types", field.start);
      hasType = true;
      return bytesOf(field, bytes) && readType(bytes, info.type);
    default:
      return true;
    }
  });
}

} // namespace tenon

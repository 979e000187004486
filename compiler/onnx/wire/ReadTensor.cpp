// SPDX-License-Identifier: Apache-2.0
// TensorProto and SparseTensorProto. Every kind of tensor (initializer,
// attribute, part of a sparse one, lone file) is read by `readTensor`, so
// external data has one door.
#include "compiler/onnx/wire/ModelReader.h"

#include "compiler/onnx/wire/CheckedInt64.h"
#include "compiler/onnx/wire/TensorData.h"

#include <charconv>

namespace tenon {
namespace {

/// Field numbers of TensorProto.
enum TensorField : uint32_t {
  kDims = 1,
  kDataType = 2,
  kSegment = 3,
  kFloatData = 4,
  kInt32Data = 5,
  kStringData = 6,
  kInt64Data = 7,
  kName = 8,
  kRawData = 9,
  kDoubleData = 10,
  kUint64Data = 11,
  kExternalData = 13,
  kDataLocation = 14,
};
constexpr int64_t kLocationExternal = 1;

bool isTypedField(uint32_t number) {
  return number == kFloatData || number == kInt32Data ||
         number == kStringData || number == kInt64Data ||
         number == kDoubleData || number == kUint64Data;
}

OnnxError badExternal(std::string what, std::string_view found,
                      std::string allowed) {
  return {.code = OnnxErrorCode::ExternalData,
          .what = std::move(what),
          .found = quoteName(found),
          .allowed = std::move(allowed),
          .nextStep = "Save the model again with its data beside it."};
}

/// A decimal number from 0 up, and nothing else.
bool parseSize(std::string_view text, int64_t &value) {
  const char *end = text.data() + text.size();
  auto [stop, fault] = std::from_chars(text.data(), end, value);
  return fault == std::errc() && stop == end && value >= 0;
}

} // namespace

bool ModelReader::readExternalEntry(const OnnxMetadata &entry,
                                    OnnxExternalData &data,
                                    unsigned &seenKeys) {
  static constexpr std::array<std::string_view, 4> kKeys = {
      "location", "offset", "length", "checksum"};
  size_t key = 0;
  while (key < kKeys.size() && kKeys[key] != entry.key)
    ++key;
  if (key == kKeys.size())
    return fail(badExternal("external data has an unknown key", entry.key,
                            "location, offset, length, checksum"));
  unsigned bit = 1U << key;
  if (seenKeys & bit)
    return fail(badExternal("external data has a key twice", entry.key,
                            "each key once"));
  seenKeys |= bit;
  if (key == 0)
    data.location = entry.value;
  bool isNumber = key == 1 || key == 2;
  int64_t &number = key == 1 ? data.offsetBytes : data.lengthBytes;
  return !isNumber || parseSize(entry.value, number) ||
         fail(badExternal("the " + std::string(entry.key) +
                              " of external data is no size",
                          entry.value, "a decimal number of bytes"));
}

bool ModelReader::readExternal(std::string_view message, OnnxTensor &tensor) {
  std::span<OnnxExternalData> kept;
  if (!allocate(1, kept))
    return false;
  OnnxExternalData &data = kept.front();
  unsigned seenKeys = 0;
  bool isSound = forEachField(message, [&](const WireField &field) {
    std::string_view bytes;
    OnnxMetadata entry;
    return field.number != kExternalData ||
           (bytesOf(field, bytes) && readMetadata(bytes, entry) &&
            readExternalEntry(entry, data, seenKeys));
  });
  if (!isSound)
    return false;
  tensor.external = &data;
  if (!externalFiles)
    return fail(badExternal("external data cannot be reached: the model was "
                            "not read from a file",
                            data.location, "data within the model"));
  if (data.lengthBytes < 0) {
    OnnxResult<int64_t> size = tensorSizeBytes(tensor, limits);
    if (!size)
      return fail(std::move(size.error()));
    data.lengthBytes = *size;
  }
  OnnxResult<std::string_view> found = externalFiles->find(data);
  if (!found)
    return fail(std::move(found.error()));
  tensor.bytes = *found;
  return true;
}

bool ModelReader::readTensorField(const WireField &field, OnnxTensor &tensor,
                                  TensorScan &scan) {
  int64_t number = 0;
  switch (field.number) {
  case kName:
    return nameOf(field, tensor.name);
  case kDataType:
    if (!intOf(field, number))
      return false;
    tensor.elementType = elementTypeOf(number);
    return true;
  case kDataLocation:
    if (!intOf(field, number))
      return false;
    scan.isExternal = number == kLocationExternal;
    return true;
  case kRawData:
    scan.hasRaw = true;
    return bytesOf(field, tensor.bytes);
  case kSegment:
    return failMalformed("a tensor is cut into segments, which ONNX does not "
                         "define",
                         field.start);
  default:
    break;
  }
  // Some writers put empty lists of the other types beside the data.
  bool isEmptyPack = field.kind == WireField::Kind::Bytes &&
                     field.bytes.empty() && field.number != kStringData;
  if (!isTypedField(field.number) || isEmptyPack)
    return true;
  scan.hasTwoLists |=
      tensor.typedField != 0 && tensor.typedField != field.number;
  tensor.typedField = static_cast<uint8_t>(field.number);
  return true;
}

bool ModelReader::chooseDataKind(const TensorScan &scan, OnnxTensor &tensor) {
  bool hasList = tensor.typedField != 0;
  bool hasRawBytes = !tensor.bytes.empty();
  int numSources = hasList + hasRawBytes + scan.isExternal;
  if (numSources > 1 || scan.hasTwoLists)
    return fail({.code = OnnxErrorCode::BadTensor,
                 .what = "a tensor holds its elements in two fields",
                 .allowed = "one of raw_data, external data, or one typed "
                            "list",
                 .nextStep = "Export the model again."});
  if (scan.isExternal)
    tensor.dataKind = OnnxDataKind::External;
  else if (tensor.typedField == kStringData)
    tensor.dataKind = OnnxDataKind::Strings;
  else if (hasList)
    tensor.dataKind = OnnxDataKind::Typed;
  else if (scan.hasRaw)
    tensor.dataKind = OnnxDataKind::Raw;
  return !scan.isExternal || readExternal(tensor.message, tensor);
}

bool ModelReader::readTensor(std::string_view message, OnnxTensor &tensor) {
  tensor.message = message;
  TensorScan scan;
  bool isSound = forEachField(message, [&](const WireField &field) {
    return readTensorField(field, tensor, scan);
  });
  if (!isSound)
    return false;
  if (place.itemName.empty())
    place.itemName = tensor.name;
  return readInts(message, kDims, tensor.dims) && chooseDataKind(scan, tensor);
}

bool ModelReader::readSparseTensor(std::string_view message,
                                   OnnxSparseTensor &tensor) {
  FieldCounts counts;
  if (!countFields(message, counts) ||
      !countToward(numTensors, counts[1] + counts[2], limits.tensors,
                   "tensors"))
    return false;
  if (counts[1] != 1 || counts[2] != 1)
    return failMalformed("a sparse tensor lacks its values or indices, or "
                         "has them twice",
                         message.data());
  bool isSound = forEachField(message, [&](const WireField &field) {
    std::string_view bytes;
    if (field.number == 1) // values
      return bytesOf(field, bytes) && readTensor(bytes, tensor.values);
    if (field.number == 2) // indices
      return bytesOf(field, bytes) && readTensor(bytes, tensor.indices);
    return true;
  });
  return isSound && readInts(message, 3, tensor.dims);
}

} // namespace tenon

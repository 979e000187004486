// SPDX-License-Identifier: Apache-2.0
// ONNX spells the elements of a tensor in eight ways; this file knows them
// all (onnx.proto, TensorProto) and gives one: little-endian bytes.
#include "compiler/onnx/wire/TensorData.h"

#include "compiler/onnx/wire/CheckedInt64.h"
#include "compiler/onnx/wire/WireCursor.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tenon {
namespace {

static_assert(std::endian::native == std::endian::little,
              "bytes of files are handed on as they are");

/// Field numbers of TensorProto's typed lists.
enum TypedField : uint8_t {
  kNoField = 0,
  kFloatData = 4,
  kInt32Data = 5,
  kStringData = 6,
  kInt64Data = 7,
  kDoubleData = 10,
  kUint64Data = 11,
};

/// The list in which ONNX puts elements of a type.
TypedField typedFieldOf(OnnxElementType type) {
  switch (type) {
  case OnnxElementType::Float32:
  case OnnxElementType::Complex64:
    return kFloatData;
  case OnnxElementType::Float64:
  case OnnxElementType::Complex128:
    return kDoubleData;
  case OnnxElementType::Int64:
    return kInt64Data;
  case OnnxElementType::Uint32:
  case OnnxElementType::Uint64:
    return kUint64Data;
  case OnnxElementType::String:
    return kStringData;
  default:
    return isKnownElementType(type) ? kInt32Data : kNoField;
  }
}

std::string_view typedFieldName(uint8_t field) {
  switch (field) {
  case kFloatData:
    return "float_data";
  case kInt32Data:
    return "int32_data";
  case kStringData:
    return "string_data";
  case kInt64Data:
    return "int64_data";
  case kDoubleData:
    return "double_data";
  case kUint64Data:
    return "uint64_data";
  default:
    return "no list";
  }
}

OnnxError badTensor(OnnxErrorCode code, std::string what, std::string found,
                    std::string allowed) {
  return {.code = code,
          .what = std::move(what),
          .found = std::move(found),
          .allowed = std::move(allowed),
          .nextStep = "Export the model again."};
}

std::string describeType(const OnnxTensor &tensor) {
  constexpr size_t kMostDims = 16;
  std::string text(elementTypeName(tensor.elementType));
  text += '[';
  for (size_t i = 0; i < tensor.dims.size() && i < kMostDims; ++i)
    text += (i ? "," : "") + std::to_string(tensor.dims[i]);
  return text + (tensor.dims.size() > kMostDims ? ",...]" : "]");
}

OnnxError wrongSize(const OnnxTensor &tensor, int64_t found, int64_t needed,
                    const char *unit) {
  return badTensor(OnnxErrorCode::BadTensor,
                   found < needed ? "a tensor's data is shorter than its shape"
                                  : "a tensor's data is longer than its shape",
                   std::to_string(found) + unit,
                   std::to_string(needed) + unit + " for " +
                       describeType(tensor));
}

/// Bytes one entry of a typed list takes in the result: for types under
/// 8 bits an entry is a byte of several elements, for complex ones half an
/// element.
int64_t bytesPerEntry(OnnxElementType type) {
  switch (type) {
  case OnnxElementType::Complex64:
    return sizeof(float);
  case OnnxElementType::Complex128:
    return sizeof(double);
  default:
    return std::max(elementBits(type), 8) / 8;
  }
}

/// Calls `handle(field)` for each piece of the tensor's typed list. The
/// message was walked whole when it was read, so it has no fault.
template <typename Handle>
bool forEachPiece(const OnnxTensor &tensor, Handle handle) {
  WireCursor cursor(tensor.message);
  WireField field;
  while (cursor.next(field))
    if (field.number == tensor.typedField && !handle(field))
      return false;
  return true;
}

bool isFixedList(uint8_t field) {
  return field == kFloatData || field == kDoubleData;
}

/// Entries in one piece of a typed list; -1 when its encoding is wrong.
int64_t countEntries(const WireField &piece, uint8_t listField) {
  bool isPacked = piece.kind == WireField::Kind::Bytes;
  if (!isFixedList(listField)) {
    if (isPacked)
      return countVarints(piece.bytes);
    return piece.kind == WireField::Kind::Varint ? 1 : -1;
  }
  size_t width = listField == kFloatData ? sizeof(float) : sizeof(double);
  if (isPacked)
    return piece.bytes.size() % width == 0
               ? static_cast<int64_t>(piece.bytes.size() / width)
               : -1;
  auto single = listField == kFloatData ? WireField::Kind::Fixed32
                                        : WireField::Kind::Fixed64;
  return piece.kind == single ? 1 : -1;
}

std::optional<OnnxError> checkTypedData(const OnnxTensor &tensor,
                                        int64_t sizeBytes) {
  TypedField due = typedFieldOf(tensor.elementType);
  if (tensor.typedField != due)
    return badTensor(OnnxErrorCode::BadTensor,
                     "a tensor's data is in the list of another type",
                     std::string(typedFieldName(tensor.typedField)),
                     std::string(typedFieldName(due)) + " or raw_data for " +
                         describeType(tensor));
  int64_t entries = 0;
  bool isSound = forEachPiece(tensor, [&](const WireField &piece) {
    int64_t inPiece = countEntries(piece, tensor.typedField);
    entries += std::max<int64_t>(inPiece, 0);
    return inPiece >= 0;
  });
  if (!isSound)
    return badTensor(OnnxErrorCode::Malformed,
                     "a tensor's list of numbers breaks off",
                     std::string(typedFieldName(tensor.typedField)), "");
  int64_t needed = sizeBytes / bytesPerEntry(tensor.elementType);
  if (entries != needed)
    return wrongSize(tensor, entries, needed, " numbers");
  return std::nullopt;
}

std::optional<OnnxError> checkStrings(const OnnxTensor &tensor, int64_t count,
                                      const OnnxLimits &limits) {
  bool fits = tensor.dataKind == OnnxDataKind::Strings ||
              tensor.dataKind == OnnxDataKind::None;
  if (!fits)
    return badTensor(OnnxErrorCode::BadTensor,
                     "a tensor of strings keeps them where numbers go", "",
                     "string_data");
  int64_t strings = 0;
  CheckedInt64 total = 0;
  bool areBytes = forEachPiece(tensor, [&](const WireField &piece) {
    ++strings;
    total = total + static_cast<int64_t>(piece.bytes.size());
    return piece.kind == WireField::Kind::Bytes;
  });
  if (!areBytes)
    return badTensor(OnnxErrorCode::Malformed, "a string is not bytes", "", "");
  if (strings != count)
    return wrongSize(tensor, strings, count, " strings");
  if (!total.isAtMost(limits.stringTensorBytes))
    return badTensor(OnnxErrorCode::LimitExceeded,
                     "the strings of a tensor are too long together", "",
                     std::to_string(limits.stringTensorBytes) + " bytes");
  return std::nullopt;
}

/// Integers of an int32_data list stand for small types bit by bit: both
/// readings of the sign are met in files.
bool fitsBytes(int64_t value, int64_t width) {
  if (width >= 8)
    return true;
  int64_t span = int64_t{1} << (8 * width);
  return value >= -span / 2 && value < span;
}

/// Appends the low `width` bytes of each varint of a piece.
bool appendVarints(const WireField &piece, int64_t width,
                   std::vector<char> &out) {
  constexpr size_t kBatch = 256;
  uint64_t values[kBatch];
  std::string_view packed = piece.bytes;
  bool isPacked = piece.kind == WireField::Kind::Bytes;
  auto rest = static_cast<size_t>(isPacked ? countVarints(packed) : 1);
  while (rest > 0) {
    size_t batch = std::min(rest, kBatch);
    values[0] = piece.value;
    if (isPacked && !decodeVarints(packed, {values, batch}))
      return false;
    for (size_t i = 0; i < batch; ++i) {
      if (!fitsBytes(static_cast<int64_t>(values[i]), width))
        return false;
      const char *bytes = reinterpret_cast<const char *>(&values[i]);
      out.insert(out.end(), bytes, bytes + width);
    }
    rest -= batch;
  }
  return true;
}

OnnxResult<OnnxTensorBytes> decodeTyped(const OnnxTensor &tensor,
                                        int64_t sizeBytes) {
  int64_t width = bytesPerEntry(tensor.elementType);
  std::string_view view;
  std::vector<char> copy;
  bool isSound = forEachPiece(tensor, [&](const WireField &piece) {
    if (!isFixedList(tensor.typedField)) {
      copy.reserve(static_cast<size_t>(sizeBytes));
      return appendVarints(piece, width, copy);
    }
    bool isPacked = piece.kind == WireField::Kind::Bytes;
    const char *single = reinterpret_cast<const char *>(&piece.value);
    std::string_view bytes =
        isPacked ? piece.bytes
                 : std::string_view(single, static_cast<size_t>(width));
    // One packed list is as good as raw data: no copy.
    if (static_cast<int64_t>(bytes.size()) == sizeBytes && isPacked)
      return view = bytes, true;
    copy.insert(copy.end(), bytes.begin(), bytes.end());
    return true;
  });
  if (!isSound)
    return badTensor(
        OnnxErrorCode::BadTensor, "a number does not fit its element type",
        std::string(typedFieldName(tensor.typedField)),
        "numbers of " + std::string(elementTypeName(tensor.elementType)));
  if (view.data())
    return OnnxTensorBytes(view);
  return OnnxTensorBytes(std::move(copy));
}

} // namespace

OnnxResult<int64_t> elementCount(const OnnxTensor &tensor,
                                 const OnnxLimits &limits) {
  if (static_cast<int64_t>(tensor.dims.size()) > limits.rank)
    return badTensor(OnnxErrorCode::LimitExceeded,
                     "a tensor has too many dimensions",
                     std::to_string(tensor.dims.size()),
                     "at most " + std::to_string(limits.rank));
  CheckedInt64 count = 1;
  bool isEmpty = false;
  for (int64_t dim : tensor.dims) {
    if (dim < 0)
      return badTensor(OnnxErrorCode::BadShape, "a dimension is negative",
                       std::to_string(dim) + " in " + describeType(tensor),
                       "0 or more");
    if (dim > limits.elementsPerTensor)
      return badTensor(OnnxErrorCode::BadShape, "a dimension is too large",
                       std::to_string(dim) + " in " + describeType(tensor),
                       "at most " + std::to_string(limits.elementsPerTensor));
    isEmpty |= dim == 0;
    count = count * dim;
  }
  if (isEmpty)
    return int64_t{0};
  if (!count.isAtMost(limits.elementsPerTensor))
    return badTensor(
        OnnxErrorCode::BadShape, "a tensor is too large", describeType(tensor),
        "at most " + std::to_string(limits.elementsPerTensor) + " elements");
  return count.value();
}

OnnxResult<int64_t> tensorSizeBytes(const OnnxTensor &tensor,
                                    const OnnxLimits &limits) {
  if (!isKnownElementType(tensor.elementType))
    return badTensor(
        OnnxErrorCode::BadType, "a tensor has no element type that ONNX knows",
        std::to_string(static_cast<int32_t>(tensor.elementType)), "1 to 26");
  OnnxResult<int64_t> count = elementCount(tensor, limits);
  if (!count)
    return count;
  CheckedInt64 bits =
      CheckedInt64(*count) * elementBits(tensor.elementType) + 7;
  if (!bits.isValid() || bits.value() / 8 > limits.bytesPerTensor)
    return badTensor(
        OnnxErrorCode::BadShape, "a tensor is too large", describeType(tensor),
        "at most " + std::to_string(limits.bytesPerTensor) + " bytes");
  return bits.value() / 8;
}

std::optional<OnnxError> checkTensorData(const OnnxTensor &tensor,
                                         const OnnxLimits &limits) {
  OnnxResult<int64_t> size = tensorSizeBytes(tensor, limits);
  if (!size)
    return std::move(size.error());
  if (tensor.elementType == OnnxElementType::String)
    return checkStrings(tensor, *elementCount(tensor, limits), limits);
  if (tensor.dataKind == OnnxDataKind::Typed ||
      tensor.dataKind == OnnxDataKind::Strings)
    return checkTypedData(tensor, *size);
  auto held = static_cast<int64_t>(tensor.bytes.size());
  if (held != *size)
    return wrongSize(tensor, held, *size, " bytes");
  return std::nullopt;
}

OnnxResult<OnnxTensorBytes> tensorBytes(const OnnxTensor &tensor,
                                        const OnnxLimits &limits) {
  if (auto fault = checkTensorData(tensor, limits))
    return *std::move(fault);
  if (tensor.elementType == OnnxElementType::String)
    return badTensor(OnnxErrorCode::WrongUse,
                     "a tensor of strings has no "
                     "bytes of fixed width",
                     "", "a tensor of numbers");
  OnnxResult<OnnxTensorBytes> result =
      tensor.dataKind == OnnxDataKind::Typed
          ? decodeTyped(tensor, *tensorSizeBytes(tensor, limits))
          : OnnxResult<OnnxTensorBytes>(OnnxTensorBytes(tensor.bytes));
  if (!result || tensor.elementType != OnnxElementType::Bool)
    return result;
  // Kernels rely on 0 and 1; files may hold any byte.
  std::string_view bytes = result->bytes();
  auto isOdd = [](char byte) { return byte != 0 && byte != 1; };
  if (std::none_of(bytes.begin(), bytes.end(), isOdd))
    return result;
  std::vector<char> clean(bytes.begin(), bytes.end());
  for (char &byte : clean)
    byte = byte != 0;
  return OnnxTensorBytes(std::move(clean));
}

OnnxResult<std::vector<std::string_view>>
tensorStrings(const OnnxTensor &tensor, const OnnxLimits &limits) {
  if (tensor.elementType != OnnxElementType::String)
    return badTensor(OnnxErrorCode::WrongUse,
                     "a tensor of numbers has no strings", describeType(tensor),
                     "a tensor of strings");
  if (auto fault = checkTensorData(tensor, limits))
    return *std::move(fault);
  std::vector<std::string_view> strings;
  forEachPiece(tensor, [&](const WireField &piece) {
    strings.push_back(piece.bytes);
    return true;
  });
  return strings;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// What all Read*.cpp share: fields of simple types, the budget, the errors.
#include "compiler/onnx/wire/ModelReader.h"

#include "compiler/onnx/wire/NodePath.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tenon {
namespace {

/// The structure's budget for a file of this size (OnnxLimits.h).
int64_t structureBudget(size_t fileBytes, const OnnxLimits &limits) {
  auto size = static_cast<int64_t>(fileBytes);
  if (size >= limits.structureCapBytes / limits.structurePerFileByte)
    return limits.structureCapBytes;
  return std::min(limits.structureCapBytes,
                  limits.structureFloorBytes +
                      size * limits.structurePerFileByte);
}

} // namespace

ModelReader::ModelReader(std::string_view file, OnnxStorage &storage,
                         ExternalFiles *externalFiles, const OnnxLimits &limits)
    : file(file), storage(storage), externalFiles(externalFiles),
      limits(limits), budgetBytes(structureBudget(file.size(), limits)) {}

std::string ModelReader::where() const {
  std::string path;
  if (place.graph)
    path = place.node ? nodePath(*place.graph, *place.node)
                      : graphPath(*place.graph);
  if (!place.item)
    return path;
  if (!path.empty())
    path += " / ";
  path += place.item;
  return path + " " +
         (place.itemName.empty() ? "#" + std::to_string(place.itemIndex)
                                 : quoteName(place.itemName));
}

bool ModelReader::fail(OnnxError error) {
  error.where = where();
  firstError = std::move(error);
  return false;
}

bool ModelReader::failMalformed(std::string what, const char *at) {
  auto offset = at - file.data();
  return fail({.code = OnnxErrorCode::Malformed,
               .what = std::move(what),
               .found = "byte " + std::to_string(offset) + " of " +
                        std::to_string(file.size()),
               .nextStep = "The file is damaged or truncated: download or "
                           "export it again."});
}

bool ModelReader::failEncoding(const WireCursor &cursor) {
  return failMalformed(cursor.fault(), cursor.remainder().data());
}

bool ModelReader::failLimit(std::string what, std::string found,
                            int64_t limit) {
  return fail({.code = OnnxErrorCode::LimitExceeded,
               .what = std::move(what),
               .found = std::move(found),
               .allowed = "at most " + std::to_string(limit),
               .nextStep = "Make the model smaller, or raise the limit if "
                           "you trust it."});
}

bool ModelReader::charge(int64_t sizeBytes) {
  if (sizeBytes > budgetBytes)
    return failLimit("the model has too many parts for its size",
                     "more memory needed for its structure",
                     structureBudget(file.size(), limits));
  budgetBytes -= sizeBytes;
  return true;
}

bool ModelReader::countToward(int64_t &total, int64_t count, int64_t limit,
                              const char *ofWhat) {
  // Both are bounded by the file's size, so the sum cannot overflow.
  total += count;
  return total <= limit ||
         failLimit(std::string("the model has too many ") + ofWhat,
                   std::to_string(total) + " or more", limit);
}

bool ModelReader::bytesOf(const WireField &field, std::string_view &value) {
  if (field.kind != WireField::Kind::Bytes)
    return failMalformed("field " + std::to_string(field.number) +
                             " is a number where bytes are due",
                         field.start);
  value = field.bytes;
  return true;
}

bool ModelReader::nameOf(const WireField &field, std::string_view &value) {
  if (!bytesOf(field, value))
    return false;
  if (static_cast<int64_t>(value.size()) > limits.nameBytes)
    return failLimit("a name is too long: " + quoteName(value),
                     std::to_string(value.size()) + " bytes", limits.nameBytes);
  if (value.find('\0') != std::string_view::npos)
    return fail({.code = OnnxErrorCode::BadName,
                 .what = "a name holds a zero byte",
                 .found = quoteName(value),
                 .allowed = "text",
                 .nextStep = "The file is damaged: export it again."});
  return true;
}

bool ModelReader::domainOf(const WireField &field, std::string_view &value) {
  if (!nameOf(field, value))
    return false;
  // ONNX's own domain has two spellings (ONNX IR, "Operator Sets").
  if (value == "ai.onnx")
    value = {};
  return true;
}

bool ModelReader::intOf(const WireField &field, int64_t &value) {
  if (field.kind != WireField::Kind::Varint)
    return failMalformed("field " + std::to_string(field.number) +
                             " is not the integer that is due",
                         field.start);
  value = static_cast<int64_t>(field.value);
  return true;
}

bool ModelReader::floatOf(const WireField &field, float &value) {
  if (field.kind != WireField::Kind::Fixed32)
    return failMalformed("field " + std::to_string(field.number) +
                             " is not the 32-bit float that is due",
                         field.start);
  value = std::bit_cast<float>(static_cast<uint32_t>(field.value));
  return true;
}

bool ModelReader::countFields(std::string_view message, FieldCounts &counts) {
  counts.fill(0);
  return forEachField(message, [&](const WireField &field) {
    if (field.number < kNumFields)
      ++counts[field.number];
    return true;
  });
}

bool ModelReader::readInts(std::string_view message, uint32_t number,
                           std::span<const int64_t> &list) {
  int64_t count = 0;
  auto countOne = [&](const WireField &field) {
    if (field.number != number)
      return true;
    if (field.kind == WireField::Kind::Varint)
      return ++count, true;
    int64_t inPack =
        field.kind == WireField::Kind::Bytes ? countVarints(field.bytes) : -1;
    count += inPack;
    return inPack >= 0 ||
           failMalformed("a list of integers breaks off", field.start);
  };
  std::span<int64_t> items;
  if (!forEachField(message, countOne) || !allocate(count, items))
    return false;
  list = items;
  return forEachField(message, [&](const WireField &field) {
    if (field.number != number)
      return true;
    if (field.kind == WireField::Kind::Varint) {
      items.front() = static_cast<int64_t>(field.value);
      items = items.subspan(1);
      return true;
    }
    auto inPack = static_cast<size_t>(countVarints(field.bytes));
    std::string_view packed = field.bytes;
    std::span<uint64_t> values(reinterpret_cast<uint64_t *>(items.data()),
                               inPack);
    items = items.subspan(inPack);
    return decodeVarints(packed, values) ||
           failMalformed("a list of integers breaks off", field.start);
  });
}

bool ModelReader::readFloats(std::string_view message, uint32_t number,
                             std::span<const float> &list) {
  int64_t count = 0;
  auto countOne = [&](const WireField &field) {
    if (field.number != number)
      return true;
    if (field.kind == WireField::Kind::Fixed32)
      return ++count, true;
    count += static_cast<int64_t>(field.bytes.size() / sizeof(float));
    return (field.kind == WireField::Kind::Bytes &&
            field.bytes.size() % sizeof(float) == 0) ||
           failMalformed("a list of floats breaks off", field.start);
  };
  std::span<float> items;
  if (!forEachField(message, countOne) || !allocate(count, items))
    return false;
  list = items;
  return forEachField(message, [&](const WireField &field) {
    if (field.number != number)
      return true;
    auto single = static_cast<uint32_t>(field.value);
    bool isSingle = field.kind == WireField::Kind::Fixed32;
    size_t inPack = isSingle ? 1 : field.bytes.size() / sizeof(float);
    const void *from =
        isSingle ? static_cast<const void *>(&single) : field.bytes.data();
    if (inPack > 0)
      std::memcpy(items.data(), from, inPack * sizeof(float));
    items = items.subspan(inPack);
    return true;
  });
}

bool ModelReader::readStrings(std::string_view message, uint32_t number,
                              bool areNames,
                              std::span<const std::string_view> &list) {
  int64_t count = 0;
  bool isSound = forEachField(message, [&](const WireField &field) {
    count += field.number == number;
    return true;
  });
  std::span<std::string_view> items;
  if (!isSound || !allocate(count, items))
    return false;
  list = items;
  size_t used = 0;
  return forEachField(message, [&](const WireField &field) {
    if (field.number != number)
      return true;
    std::string_view &item = items[used++];
    return areNames ? nameOf(field, item) : bytesOf(field, item);
  });
}

} // namespace tenon

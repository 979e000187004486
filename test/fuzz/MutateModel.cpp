// SPDX-License-Identifier: Apache-2.0
// A model as a tree of protobuf fields, damage to it, and back to bytes.
#include "test/fuzz/MutateModel.h"

#include "compiler/onnx/wire/WireCursor.h"
#include "compiler/onnx/wire/WireWriter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <vector>

namespace tenon::test {
namespace {

/// Kinds of ONNX messages that hold other messages; Leaf holds none.
enum class Message : uint8_t {
  Leaf,
  Model,
  Graph,
  Function,
  Node,
  Attribute,
  Tensor,
  ValueInfo,
  Type,
  TensorType,
  Shape,
  Entry,
};

struct Child {
  Message parent;
  uint32_t number;
  Message kind;
};

/// Which field of which message is a message, by onnx.proto.
constexpr Child kChildren[] = {
    {Message::Model, 7, Message::Graph},
    {Message::Model, 8, Message::Entry},
    {Message::Model, 14, Message::Entry},
    {Message::Model, 25, Message::Function},
    {Message::Graph, 1, Message::Node},
    {Message::Graph, 5, Message::Tensor},
    {Message::Graph, 11, Message::ValueInfo},
    {Message::Graph, 12, Message::ValueInfo},
    {Message::Graph, 13, Message::ValueInfo},
    {Message::Function, 7, Message::Node},
    {Message::Function, 9, Message::Entry},
    {Message::Node, 5, Message::Attribute},
    {Message::Attribute, 5, Message::Tensor},
    {Message::Attribute, 6, Message::Graph},
    {Message::Attribute, 10, Message::Tensor},
    {Message::Attribute, 11, Message::Graph},
    {Message::Attribute, 14, Message::Type},
    {Message::Tensor, 13, Message::Entry},
    {Message::ValueInfo, 2, Message::Type},
    {Message::Type, 1, Message::TensorType},
    {Message::TensorType, 2, Message::Shape},
    {Message::Shape, 1, Message::Entry},
};

Message kindOf(Message parent, uint32_t number) {
  for (const Child &child : kChildren)
    if (child.parent == parent && child.number == number)
      return child.kind;
  return Message::Leaf;
}

struct Field {
  uint32_t number = 0;
  WireField::Kind kind = WireField::Kind::Varint;
  uint64_t value = 0;
  std::string bytes = {};
  bool isMessage = false;
  std::vector<Field> fields = {};
};

/// Models of tests are nested a few levels deep: recursion is fine here.
bool parse(std::string_view message, Message kind, std::vector<Field> &out) {
  WireCursor cursor(message);
  WireField wire;
  while (cursor.next(wire)) {
    Field field{.number = wire.number, .kind = wire.kind, .value = wire.value};
    Message child = kindOf(kind, wire.number);
    field.isMessage = wire.kind == WireField::Kind::Bytes &&
                      child != Message::Leaf &&
                      parse(wire.bytes, child, field.fields);
    if (!field.isMessage)
      field.bytes = wire.bytes;
    out.push_back(std::move(field));
  }
  return !cursor.fault();
}

std::string encode(const std::vector<Field> &fields) {
  WireWriter writer;
  for (const Field &field : fields) {
    switch (field.kind) {
    case WireField::Kind::Varint:
      writer.integer(field.number, static_cast<int64_t>(field.value));
      break;
    case WireField::Kind::Fixed32:
      writer.fixed32(field.number,
                     std::bit_cast<float>(static_cast<uint32_t>(field.value)));
      break;
    case WireField::Kind::Fixed64:
      // ONNX has no single field of this kind; lists of doubles are packed.
      break;
    case WireField::Kind::Bytes:
      writer.bytes(field.number,
                   field.isMessage ? encode(field.fields) : field.bytes);
      break;
    }
  }
  return writer.take();
}

/// Every list of fields that has some, outer ones first.
void collectLists(std::vector<Field> &fields,
                  std::vector<std::vector<Field> *> &lists) {
  if (!fields.empty())
    lists.push_back(&fields);
  for (Field &field : fields)
    collectLists(field.fields, lists);
}

/// Numbers at which readers go wrong.
constexpr std::array<int64_t, 14> kOddNumbers = {
    0,         -1,       1,    2,         15,        16,
    17,        255,      4096, INT32_MAX, INT32_MIN, int64_t{1} << 40,
    INT64_MAX, INT64_MIN};

} // namespace

std::string ModelMutator::flipBytes(std::string_view file, int count) {
  std::string result(file);
  for (int i = 0; i < count && !result.empty(); ++i) {
    char &byte = result[below(result.size())];
    byte = static_cast<char>(byte ^ static_cast<char>(1 + below(255)));
  }
  return result;
}

std::string ModelMutator::flipBits(std::string_view file, int count) {
  std::string result(file);
  for (int i = 0; i < count && !result.empty(); ++i) {
    char &byte = result[below(result.size())];
    byte = static_cast<char>(byte ^ (1 << below(8)));
  }
  return result;
}

std::string ModelMutator::shuffleRange(std::string_view file) {
  if (file.empty())
    return std::string(file);
  constexpr uint64_t kLongest = 64;
  size_t from = below(file.size());
  size_t length = std::min<size_t>(1 + below(kLongest), file.size() - from);
  std::string range(file.substr(from, length));
  std::string result(file);
  switch (below(4)) {
  case 0:
    return result.erase(from, length);
  case 1:
    return result.insert(from, range);
  case 2:
    result.erase(from, length);
    return result.insert(below(result.size() + 1), range);
  default:
    for (size_t i = 0; i < length; ++i)
      result[from + i] = static_cast<char>(below(256));
    return result;
  }
}

std::string ModelMutator::mutateField(std::string_view file) {
  // Some changes turn out to be none: try again, within reason.
  constexpr int kAttempts = 16;
  std::string result(file);
  for (int i = 0; i < kAttempts && result == file; ++i)
    result = changeField(file);
  return result;
}

std::string ModelMutator::changeField(std::string_view file) {
  std::vector<Field> root;
  if (!parse(file, Message::Model, root) || root.empty())
    return std::string(file);
  std::vector<std::vector<Field> *> lists;
  collectLists(root, lists);
  std::vector<Field> &list = *lists[below(lists.size())];
  size_t index = below(list.size());
  Field &field = list[index];
  Field other = list[below(list.size())];
  switch (below(7)) {
  case 0:
    list.erase(list.begin() + static_cast<ptrdiff_t>(index));
    break;
  case 1:
    list.insert(list.begin(), Field(field));
    break;
  case 2:
    std::swap(field, list[(index + 1) % list.size()]);
    break;
  case 3:
    field.number = static_cast<uint32_t>(1 + below(26));
    break;
  case 4:
    other.number = field.number;
    field = std::move(other);
    break;
  case 5:
    field.bytes.clear();
    field.fields.clear();
    field.value = static_cast<uint64_t>(kOddNumbers[below(kOddNumbers.size())]);
    break;
  default:
    field.value += below(2) ? 1 : static_cast<uint64_t>(-1);
    field.bytes = field.isMessage ? "" : flipBytes(field.bytes, 1) + "x";
    break;
  }
  return encode(root);
}

} // namespace tenon::test

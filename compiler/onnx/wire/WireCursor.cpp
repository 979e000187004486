// SPDX-License-Identifier: Apache-2.0
// The only file that includes protozero, and the only one of the wire reader
// compiled with exceptions; none leaves it.
#include "compiler/onnx/wire/WireCursor.h"

#include <protozero/pbf_reader.hpp>
#include <protozero/varint.hpp>

namespace tenon {
namespace {

/// protozero keeps lengths in 32 bits; a model's graph may be longer. So the
/// length is read here and only the key is left to pbf_reader.
std::string_view takeBytes(protozero::pbf_reader &reader) {
  protozero::data_view rest = reader.data();
  const char *position = rest.data();
  const char *end = rest.data() + rest.size();
  uint64_t length = protozero::decode_varint(&position, end);
  if (length > static_cast<uint64_t>(end - position))
    throw protozero::end_of_buffer_exception{};
  std::string_view bytes(position, length);
  position += length;
  reader = protozero::pbf_reader(position, static_cast<size_t>(end - position));
  return bytes;
}

void takeField(protozero::pbf_reader &reader, WireField &field) {
  switch (reader.wire_type()) {
  case protozero::pbf_wire_type::varint:
    field.kind = WireField::Kind::Varint;
    field.value = reader.get_uint64();
    return;
  case protozero::pbf_wire_type::fixed64:
    field.kind = WireField::Kind::Fixed64;
    field.value = reader.get_fixed64();
    return;
  case protozero::pbf_wire_type::length_delimited:
    field.kind = WireField::Kind::Bytes;
    field.bytes = takeBytes(reader);
    return;
  case protozero::pbf_wire_type::fixed32:
    field.kind = WireField::Kind::Fixed32;
    field.value = reader.get_fixed32();
    return;
  case protozero::pbf_wire_type::unknown:
    break;
  }
  throw protozero::unknown_pbf_wire_type_exception{};
}

} // namespace

bool WireCursor::next(WireField &field) {
  if (rest.empty() || faultText)
    return false;
  try {
    protozero::pbf_reader reader(rest.data(), rest.size());
    reader.next();
    field.number = reader.tag();
    field.start = rest.data();
    takeField(reader, field);
    rest = std::string_view(reader.data().data(), reader.data().size());
    return true;
  } catch (const protozero::end_of_buffer_exception &) {
    faultText = "the message breaks off within a field";
  } catch (const protozero::varint_too_long_exception &) {
    faultText = "a number is longer than 64 bits";
  } catch (const protozero::invalid_tag_exception &) {
    faultText = "a field has a number that protobuf forbids";
  } catch (const protozero::unknown_pbf_wire_type_exception &) {
    faultText = "a field has an encoding that protobuf no longer uses";
  } catch (const protozero::exception &) {
    faultText = "the message is not valid protobuf";
  }
  return false;
}

int64_t countVarints(std::string_view packed) {
  int64_t count = 0;
  try {
    const char *position = packed.data();
    const char *end = position + packed.size();
    for (; position != end; ++count)
      protozero::skip_varint(&position, end);
  } catch (const protozero::exception &) {
    return -1;
  }
  return count;
}

bool decodeVarints(std::string_view &packed, std::span<uint64_t> values) {
  try {
    const char *position = packed.data();
    const char *end = position + packed.size();
    for (uint64_t &value : values)
      value = protozero::decode_varint(&position, end);
    packed.remove_prefix(static_cast<size_t>(position - packed.data()));
    return true;
  } catch (const protozero::exception &) {
    return false;
  }
}

} // namespace tenon

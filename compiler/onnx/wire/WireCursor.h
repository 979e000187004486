// SPDX-License-Identifier: Apache-2.0
// Walks the fields of one protobuf message, each a view, never past its end.
// Why: protozero does the reading and throws; this wraps it so that nothing
// else knows of either. Lowest layer of the wire reader.
#ifndef TENON_COMPILER_ONNX_WIRE_WIRECURSOR_H
#define TENON_COMPILER_ONNX_WIRE_WIRECURSOR_H

#include <cstdint>
#include <span>
#include <string_view>

namespace tenon {

/// One field of a message as it is encoded.
struct WireField {
  enum class Kind : uint8_t { Varint, Fixed64, Bytes, Fixed32 };
  uint32_t number = 0;
  Kind kind = Kind::Varint;
  uint64_t value = 0;          ///< Varint, Fixed64 and Fixed32, zero-extended
  std::string_view bytes;      ///< Bytes
  const char *start = nullptr; ///< where the field begins in the message
};

/// Fields in file order. Once `next` is false, `fault` tells why.
class WireCursor {
public:
  explicit WireCursor(std::string_view message) : rest(message) {}

  /// False at the end of the message and at the first fault.
  bool next(WireField &field);

  /// What is wrong with the encoding; null when the end was reached in order.
  const char *fault() const { return faultText; }

  /// What has not been read: at a fault, it begins with the faulty field.
  std::string_view remainder() const { return rest; }

private:
  std::string_view rest;
  const char *faultText = nullptr;
};

/// Number of varints in a packed field; -1 when the last one breaks off or
/// one is longer than 64 bits.
int64_t countVarints(std::string_view packed);

/// Decodes as many varints as `values` holds and removes them from `packed`;
/// false at a fault.
bool decodeVarints(std::string_view &packed, std::span<uint64_t> values);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_WIRECURSOR_H

// SPDX-License-Identifier: Apache-2.0
// Appends protobuf fields to a string. Why: the few messages we write (lone
// tensors; models in tests) need no generated code.
#ifndef TENON_COMPILER_ONNX_WIRE_WIREWRITER_H
#define TENON_COMPILER_ONNX_WIRE_WIREWRITER_H

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tenon {

/// Fields appear in the order of the calls.
class WireWriter {
public:
  WireWriter &integer(uint32_t number, int64_t value) {
    key(number, kVarint);
    appendVarint(static_cast<uint64_t>(value));
    return *this;
  }
  WireWriter &fixed32(uint32_t number, float value) {
    key(number, kFixed32);
    char raw[sizeof(value)];
    std::memcpy(raw, &value, sizeof(value));
    out.append(raw, sizeof(value));
    return *this;
  }
  WireWriter &bytes(uint32_t number, std::string_view value) {
    key(number, kBytes);
    appendVarint(value.size());
    out.append(value);
    return *this;
  }

  const std::string &text() const { return out; }
  std::string take() { return std::move(out); }

private:
  enum WireType : uint32_t { kVarint = 0, kBytes = 2, kFixed32 = 5 };
  void key(uint32_t number, WireType type) {
    appendVarint((uint64_t{number} << 3) | type);
  }
  void appendVarint(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      out += static_cast<char>((value & 0x7f) | 0x80);
    out += static_cast<char>(value);
  }

  std::string out;
};

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_WIREWRITER_H

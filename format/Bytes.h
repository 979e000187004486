// SPDX-License-Identifier: Apache-2.0
//
// ByteWriter and ByteReader: the compact encoding inside an engine's
// sections.
//
// Numbers are LEB128 varints (signed ones zigzag first), strings a length and
// their bytes. The reader is for hostile bytes: it never reads past the end,
// and after the first failure every further read gives zero, so that a
// decoder checks once per list instead of once per field.
#ifndef TENON_FORMAT_BYTES_H
#define TENON_FORMAT_BYTES_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::format {

using Bytes = std::span<const std::byte>;

/// Longest string an engine's small sections may hold, bytes.
inline constexpr uint64_t kMaxStringBytes = 4096;

class ByteWriter {
public:
  void byte(uint8_t value) { out.push_back(std::byte{value}); }
  void number(uint64_t value);
  void signedNumber(int64_t value);
  void string(std::string_view text);

  std::vector<std::byte> take() { return std::move(out); }

private:
  std::vector<std::byte> out;
};

class ByteReader {
public:
  explicit ByteReader(Bytes bytes) : rest(bytes) {}

  uint8_t byte();
  uint64_t number();
  /// A number that fits uint32.
  uint32_t index();
  int64_t signedNumber();
  /// A string of at most kMaxStringBytes without zero bytes.
  std::string string();
  /// A string of any length and content.
  std::string text();
  /// Length of a list whose items take at least one byte each: fails when it
  /// is above `limit` or the bytes left.
  uint32_t count(uint32_t limit);

  bool failed() const { return bad; }
  bool atEnd() const { return !bad && rest.empty(); }

private:
  uint64_t fail();

  Bytes rest;
  bool bad = false;
};

} // namespace tenon::format

#endif // TENON_FORMAT_BYTES_H

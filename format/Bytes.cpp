// SPDX-License-Identifier: Apache-2.0
//
// Varints and strings, written and read with care.
#include "format/Bytes.h"

#include <limits>

namespace tenon::format {

namespace {
constexpr unsigned kVarintBits = 7;
constexpr uint8_t kVarintMore = 0x80;
constexpr unsigned kMaxVarintShift = 63;
} // namespace

void ByteWriter::number(uint64_t value) {
  while (value >= kVarintMore) {
    byte(static_cast<uint8_t>(value) | kVarintMore);
    value >>= kVarintBits;
  }
  byte(static_cast<uint8_t>(value));
}

void ByteWriter::signedNumber(int64_t value) {
  // Zigzag: small numbers of either sign stay short.
  auto bits = static_cast<uint64_t>(value);
  number((bits << 1) ^ (value < 0 ? ~uint64_t{0} : 0));
}

void ByteWriter::string(std::string_view text) {
  number(text.size());
  auto bytes = std::as_bytes(std::span(text));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

uint64_t ByteReader::fail() {
  bad = true;
  rest = {};
  return 0;
}

uint8_t ByteReader::byte() {
  if (rest.empty())
    return static_cast<uint8_t>(fail());
  auto value = std::to_integer<uint8_t>(rest.front());
  rest = rest.subspan(1);
  return value;
}

uint64_t ByteReader::number() {
  uint64_t value = 0;
  for (unsigned shift = 0; shift <= kMaxVarintShift; shift += kVarintBits) {
    uint8_t next = byte();
    uint64_t bits = next & (kVarintMore - 1);
    if (shift == kMaxVarintShift && bits > 1)
      return fail();
    value |= bits << shift;
    if (!(next & kVarintMore))
      return value;
  }
  return fail();
}

uint32_t ByteReader::index() {
  uint64_t value = number();
  if (value > std::numeric_limits<uint32_t>::max())
    value = fail();
  return static_cast<uint32_t>(value);
}

int64_t ByteReader::signedNumber() {
  uint64_t bits = number();
  return static_cast<int64_t>((bits >> 1) ^ ((bits & 1) ? ~uint64_t{0} : 0));
}

std::string ByteReader::text() {
  uint64_t length = number();
  if (length > rest.size()) {
    fail();
    return {};
  }
  auto *first = reinterpret_cast<const char *>(rest.data());
  rest = rest.subspan(length);
  return {first, length};
}

std::string ByteReader::string() {
  std::string found = text();
  if (found.size() > kMaxStringBytes || found.find('\0') != std::string::npos) {
    fail();
    return {};
  }
  return found;
}

uint32_t ByteReader::count(uint32_t limit) {
  uint64_t value = number();
  if (value > limit || value > rest.size())
    value = fail();
  return static_cast<uint32_t>(value);
}

} // namespace tenon::format

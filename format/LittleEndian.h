// SPDX-License-Identifier: Apache-2.0
//
// Fixed-width numbers of the engine's header and table: little-endian on
// every machine, at any address.
#ifndef TENON_FORMAT_LITTLEENDIAN_H
#define TENON_FORMAT_LITTLEENDIAN_H

#include <cstddef>
#include <cstdint>

namespace tenon::format {

inline constexpr unsigned kBitsPerByte = 8;

template <typename T> void storeNumber(std::byte *to, T value) {
  for (size_t i = 0; i < sizeof(T); ++i)
    to[i] = static_cast<std::byte>(value >> (kBitsPerByte * i));
}

template <typename T> T loadNumber(const std::byte *from) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i)
    value |= static_cast<T>(from[i]) << (kBitsPerByte * i);
  return value;
}

inline void storeU32(std::byte *to, uint32_t value) { storeNumber(to, value); }
inline void storeU64(std::byte *to, uint64_t value) { storeNumber(to, value); }
inline uint32_t loadU32(const std::byte *from) {
  return loadNumber<uint32_t>(from);
}
inline uint64_t loadU64(const std::byte *from) {
  return loadNumber<uint64_t>(from);
}

} // namespace tenon::format

#endif // TENON_FORMAT_LITTLEENDIAN_H

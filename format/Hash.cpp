// SPDX-License-Identifier: Apache-2.0
//
// XXH3-128 by the xxHash library, compiled in: no shared library to find.
#include "format/Hash.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tenon::format {

namespace {
Hash128 canonical(XXH128_hash_t hash) {
  XXH128_canonical_t digits;
  XXH128_canonicalFromHash(&digits, hash);
  Hash128 out;
  std::copy_n(digits.digest, out.size(), out.begin());
  return out;
}
} // namespace

Hash128 hashBytes(Bytes bytes) {
  return canonical(XXH3_128bits(bytes.data(), bytes.size()));
}

Hash128 hashPieces(std::span<const Bytes> pieces) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (Bytes piece : pieces)
    XXH3_128bits_update(&state, piece.data(), piece.size());
  return canonical(XXH3_128bits_digest(&state));
}

} // namespace tenon::format

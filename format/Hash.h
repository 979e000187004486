// SPDX-License-Identifier: Apache-2.0
//
// Hash128: XXH3-128 over bytes, the engine's guard against damage.
//
// It runs at memory speed, so checking every byte of an engine costs no more
// than reading it once.
#ifndef TENON_FORMAT_HASH_H
#define TENON_FORMAT_HASH_H

#include "format/Bytes.h"
#include "format/Engine.h"

#include <span>

namespace tenon::format {

/// XXH3-128 (seed 0) of the bytes, most significant byte first.
Hash128 hashBytes(Bytes bytes);

/// The same of several pieces as if they stood in a row.
Hash128 hashPieces(std::span<const Bytes> pieces);

} // namespace tenon::format

#endif // TENON_FORMAT_HASH_H

// SPDX-License-Identifier: Apache-2.0
// The relocations that a kernel's object may hold: few, all relative or within
// a page, so that an image needs no loader. Used by ImageBuilder.
#ifndef TENON_COMPILER_TARGET_CPU_RELOCATION_H
#define TENON_COMPILER_TARGET_CPU_RELOCATION_H

#include "llvm/Support/Error.h"

#include <cstdint>

namespace tenon {

/// Whether applyRelocation knows this type (ELF's number for the machine).
bool isKnownRelocation(uint16_t machine, uint32_t type);

/// Writes one relocation at `place`, which lies at `placeAddress`, to refer to
/// `target` (the symbol's address plus the addend); both addresses count from
/// the start of the image. Fails when the distance does not fit.
llvm::Error applyRelocation(uint16_t machine, uint32_t type, char *place,
                            int64_t placeAddress, int64_t target);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_RELOCATION_H

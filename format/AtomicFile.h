// SPDX-License-Identifier: Apache-2.0
//
// Writes a file that appears under its name complete or not at all.
//
// The bytes go to a nameless or temporary file in the same folder, are synced
// to the disk and renamed over the old file. A failure at any point, a full
// disk included, leaves the old file as it was and nothing else.
#ifndef TENON_FORMAT_ATOMICFILE_H
#define TENON_FORMAT_ATOMICFILE_H

#include "format/Bytes.h"
#include "format/Status.h"

#include <span>
#include <string>

namespace tenon::format {

/// Writes `pieces` in a row to `path`. An existing `path` must be a regular
/// file (or a link, which is replaced). writeFailed with the system's reason.
Status writeFileAtomically(const std::string &path,
                           std::span<const Bytes> pieces);

} // namespace tenon::format

#endif // TENON_FORMAT_ATOMICFILE_H

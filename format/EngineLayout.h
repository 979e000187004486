// SPDX-License-Identifier: Apache-2.0
//
// The first half of reading an engine: from bytes to checked sections.
//
// Kept apart from EngineReader.h, which gives the sections their meaning, so
// that what guards every later read is short and can be read on its own.
#ifndef TENON_FORMAT_ENGINELAYOUT_H
#define TENON_FORMAT_ENGINELAYOUT_H

#include "format/Bytes.h"
#include "format/Engine.h"
#include "format/Status.h"

#include <vector>

namespace tenon::format {

struct EngineLayout {
  uint32_t formatVersion = 0;
  std::vector<Section> sections;
};

/// Whether the first bytes are those of an engine.
bool beginsAsEngine(Bytes file);

/// Checks magic, version, size, root hash, table, padding and every section's
/// hash. Afterwards each section lies inside the file, and every byte of the
/// file is covered by a hash or known to be zero.
Result<EngineLayout> readLayout(Bytes file);

/// "the engine file is damaged: <problem>; ..." as badEngine.
Status damagedEngine(const std::string &problem);

} // namespace tenon::format

#endif // TENON_FORMAT_ENGINELAYOUT_H

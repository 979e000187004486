// SPDX-License-Identifier: Apache-2.0
//
// Reads an engine file: checks every byte of it, then hands out its parts.
//
// runtime/core reads engines with it to run them, `tenon inspect` to look at
// them; neither touches a byte that was not checked. What is handed out
// points into the caller's bytes, which must stay.
#ifndef TENON_FORMAT_ENGINEREADER_H
#define TENON_FORMAT_ENGINEREADER_H

#include "format/Bytes.h"
#include "format/Engine.h"
#include "format/Program.h"
#include "format/Status.h"

#include <string_view>
#include <vector>

namespace tenon::format {

struct VariantContents {
  Variant variant;
  Program program;
  Bytes code;
  uint32_t codeAlignment = 1;
};

struct EngineContents {
  uint32_t formatVersion = 0;
  std::vector<Section> sections; // in file order
  EngineMetadata metadata;
  std::vector<VariantContents> variants; // at least one
  Bytes constants;
  std::string_view explain; // JSON, may be empty
  std::string_view verdict; // JSON, may be empty
};

/// Checks header, hashes, layout and the soundness of every program, in time
/// linear in the file, and decodes. All variants have the same inputs and
/// outputs afterwards. Errors: badEngine (damaged or no engine), newerEngine.
Result<EngineContents> readEngine(Bytes file);

} // namespace tenon::format

#endif // TENON_FORMAT_ENGINEREADER_H

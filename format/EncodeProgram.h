// SPDX-License-Identifier: Apache-2.0
//
// Program, Variant and EngineMetadata as bytes, and back.
//
// Encoding is a pure function of the structure. Decoding takes hostile bytes:
// it checks lengths and counts before allocating, refuses trailing bytes, and
// leaves the meaning of what it read to CheckProgram.h.
#ifndef TENON_FORMAT_ENCODEPROGRAM_H
#define TENON_FORMAT_ENCODEPROGRAM_H

#include "format/Bytes.h"
#include "format/Engine.h"
#include "format/Program.h"
#include "format/Status.h"

#include <vector>

namespace tenon::format {

/// Most items of each list. Far above any model met; low enough that a
/// hostile list stays small in memory.
struct ProgramLimits {
  static constexpr uint32_t kSymbols = 1u << 14;
  static constexpr uint32_t kValues = 1u << 21;
  static constexpr uint32_t kChecks = 1u << 18;
  static constexpr uint32_t kPorts = 1u << 14;
  static constexpr uint32_t kRank = 16;
  static constexpr uint32_t kBuffers = 1u << 18;
  static constexpr uint32_t kArenaBuffers = 1u << 15;
  static constexpr uint32_t kSteps = 1u << 17;
  static constexpr uint32_t kArguments = 1u << 12;
  static constexpr uint32_t kNodes = 1u << 16;
  static constexpr uint32_t kKernels = 1u << 17;
  static constexpr uint32_t kFeatures = 256;
  static constexpr uint32_t kProperties = 1u << 16;
};

std::vector<std::byte> encodeProgram(const Program &program);
Result<Program> decodeProgram(Bytes bytes);

std::vector<std::byte> encodeVariant(const Variant &variant);
Result<Variant> decodeVariant(Bytes bytes);

std::vector<std::byte> encodeMetadata(const EngineMetadata &metadata);
Result<EngineMetadata> decodeMetadata(Bytes bytes);

} // namespace tenon::format

#endif // TENON_FORMAT_ENCODEPROGRAM_H

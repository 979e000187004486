// SPDX-License-Identifier: Apache-2.0
//
// Checks a file's header, table, padding and hashes.
#include "format/EngineLayout.h"

#include "format/Hash.h"
#include "format/LittleEndian.h"

#include <algorithm>
#include <array>
#include <string>

namespace tenon::format {

namespace {

bool isZero(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](std::byte byte) { return byte == std::byte{0}; });
}

Hash128 loadHash(const std::byte *from) {
  Hash128 hash;
  std::transform(from, from + hash.size(), hash.begin(),
                 [](std::byte byte) { return std::to_integer<uint8_t>(byte); });
  return hash;
}

/// Magic and versions: what must be known before anything else is trusted.
Status checkBeginning(Bytes file) {
  if (!beginsAsEngine(file))
    return {Code::badEngine, "this is no Tenon engine (its first bytes are "
                             "not an engine's); make one with `tenon build`"};
  if (file.size() < kHeaderBytes)
    return damagedEngine("it ends after " + std::to_string(file.size()) +
                         " bytes, inside its header");
  uint32_t minReader = loadU32(file.data() + 12);
  if (minReader > kFormatVersion)
    return {Code::newerEngine,
            "the engine needs a reader of format " + std::to_string(minReader) +
                ", this library reads up to " + std::to_string(kFormatVersion) +
                "; update the library or build the engine with this version"};
  return {};
}

Status checkHead(Bytes file) {
  TENON_TRY(checkBeginning(file));
  uint64_t stated = loadU64(file.data() + 16);
  if (stated != file.size())
    return damagedEngine("it has " + std::to_string(file.size()) +
                         " bytes where its header says " +
                         std::to_string(stated));
  uint32_t numSections = loadU32(file.data() + 24);
  if (numSections > kMaxSections ||
      kHeaderBytes + kEntryBytes * numSections > file.size())
    return damagedEngine("its header speaks of " + std::to_string(numSections) +
                         " sections");
  std::array<Bytes, 2> covered = {
      file.first(kRootHashOffset),
      file.subspan(kHeaderBytes, kEntryBytes * numSections)};
  if (hashPieces(covered) != loadHash(file.data() + kRootHashOffset))
    return damagedEngine("header and section table do not match their hash");
  if (!isZero(file.subspan(28, kRootHashOffset - 28)))
    return damagedEngine("reserved bytes of its header are not zero");
  return {};
}

Section loadEntry(const std::byte *entry) {
  Section section;
  section.kind = static_cast<SectionKind>(loadU32(entry));
  section.variant = loadU32(entry + 4);
  section.offset = loadU64(entry + 8);
  section.size = loadU64(entry + 16);
  section.alignment = loadU32(entry + 24);
  section.hash = loadHash(entry + 32);
  return section;
}

/// The section must start at the first aligned byte after `end`, with zeros
/// between, lie inside the file and match its hash.
Status checkSection(Bytes file, const Section &section, uint64_t end) {
  auto damaged = [&](const char *problem) {
    return damagedEngine(std::string("its section '") +
                         sectionKindName(section.kind) + "' " + problem);
  };
  uint64_t alignment = section.alignment;
  if (alignment == 0 || alignment > kMaxAlignment ||
      (alignment & (alignment - 1)) != 0)
    return damaged("has an alignment that is no power of two up to 65536");
  if (section.offset != (end + alignment - 1) / alignment * alignment)
    return damaged("does not follow the one before it");
  if (section.offset > file.size() ||
      section.size > file.size() - section.offset)
    return damaged("reaches beyond the end of the file");
  if (!isZero(file.subspan(end, section.offset - end)))
    return damaged("has bytes before it that are not zero");
  if (hashBytes(file.subspan(section.offset, section.size)) != section.hash)
    return damaged("does not match its hash");
  return {};
}

} // namespace

bool beginsAsEngine(Bytes file) {
  Bytes magic = std::as_bytes(std::span(kMagic));
  return file.size() >= magic.size() &&
         std::equal(magic.begin(), magic.end(), file.begin());
}

Status damagedEngine(const std::string &problem) {
  return {Code::badEngine, "the engine file is damaged: " + problem +
                               "; copy it again or build it again"};
}

const char *sectionKindName(SectionKind kind) {
  switch (kind) {
  case SectionKind::metadata:
    return "metadata";
  case SectionKind::variant:
    return "variant";
  case SectionKind::program:
    return "program";
  case SectionKind::code:
    return "code";
  case SectionKind::constants:
    return "constants";
  case SectionKind::explain:
    return "explain";
  case SectionKind::verdict:
    return "verdict";
  }
  return "?";
}

Result<EngineLayout> readLayout(Bytes file) {
  TENON_TRY(checkHead(file));
  EngineLayout layout;
  layout.formatVersion = loadU32(file.data() + 8);
  uint32_t numSections = loadU32(file.data() + 24);
  uint64_t end = kHeaderBytes + kEntryBytes * numSections;
  for (uint32_t i = 0; i < numSections; ++i) {
    Bytes entry = file.subspan(kHeaderBytes + kEntryBytes * i, kEntryBytes);
    Section section = loadEntry(entry.data());
    if (!isZero(entry.subspan(28, 4)) || !isZero(entry.subspan(48)))
      return damagedEngine("reserved bytes of its table are not zero");
    TENON_TRY(checkSection(file, section, end));
    end = section.offset + section.size;
    layout.sections.push_back(section);
  }
  if (end != file.size())
    return damagedEngine("bytes follow its last section");
  return layout;
}

} // namespace tenon::format

// SPDX-License-Identifier: Apache-2.0
//
// Lays sections out and writes header, table and contents.
#include "format/EngineWriter.h"

#include "format/AtomicFile.h"
#include "format/CheckProgram.h"
#include "format/EncodeProgram.h"
#include "format/Hash.h"
#include "format/LittleEndian.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace tenon::format {

namespace {

/// Constants start on a page, so that they can be mapped and read ahead.
constexpr uint32_t kConstantsAlignment = 4096;

constexpr uint64_t kAnyConstantBytes = std::numeric_limits<uint64_t>::max();

alignas(64) constexpr std::byte kZeros[kMaxAlignment] = {};

Bytes zeros(uint64_t count) { return Bytes(kZeros).first(count); }

uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

std::vector<std::byte> copyText(std::string_view text) {
  auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

} // namespace

void EngineWriter::addOwned(SectionKind kind, uint32_t variant,
                            uint32_t alignment, std::vector<std::byte> bytes) {
  owned.push_back(std::move(bytes));
  Draft draft;
  draft.section.kind = kind;
  draft.section.variant = variant;
  draft.section.alignment = alignment;
  draft.pieces = {owned.back()};
  drafts.push_back(std::move(draft));
}

Status EngineWriter::setMetadata(const EngineMetadata &metadata) {
  std::vector<std::byte> bytes = encodeMetadata(metadata);
  Result<EngineMetadata> readBack = decodeMetadata(bytes);
  if (!readBack.ok())
    return readBack.status();
  addOwned(SectionKind::metadata, kShared, 1, std::move(bytes));
  return {};
}

void EngineWriter::setExplain(std::string_view json) {
  addOwned(SectionKind::explain, kShared, 1, copyText(json));
}

void EngineWriter::setVerdict(std::string_view json) {
  addOwned(SectionKind::verdict, kShared, 1, copyText(json));
}

Result<uint32_t> EngineWriter::addVariant(const Variant &variant,
                                          const Program &program, Bytes code,
                                          uint32_t codeAlignment) {
  if (codeAlignment == 0 || codeAlignment > kMaxAlignment ||
      (codeAlignment & (codeAlignment - 1)) != 0)
    return Status(Code::invalidArgument,
                  "a code alignment is a power of two up to 65536, not " +
                      std::to_string(codeAlignment));
  // What could not be read back is refused here, not by a user.
  std::vector<std::byte> programBytes = encodeProgram(program);
  std::vector<std::byte> variantBytes = encodeVariant(variant);
  if (Result<Program> readBack = decodeProgram(programBytes); !readBack.ok())
    return readBack.status();
  if (Result<Variant> readBack = decodeVariant(variantBytes); !readBack.ok())
    return readBack.status();
  TENON_TRY(checkVariant(variant, code.size(), codeAlignment));
  // Offsets of constants are only known to the compiler by now; whether the
  // section is that long is checked again when it is complete.
  ProgramSurroundings anyConstants = {
      static_cast<uint32_t>(variant.kernels.size()), kAnyConstantBytes};
  TENON_TRY(checkProgram(program, anyConstants));

  uint32_t number = numVariants++;
  addOwned(SectionKind::variant, number, 1, std::move(variantBytes));
  addOwned(SectionKind::program, number, 1, std::move(programBytes));
  addOwned(SectionKind::code, number, codeAlignment,
           {code.begin(), code.end()});
  return number;
}

void EngineWriter::setConstants(const ConstantPool &pool) {
  Draft draft;
  draft.section.kind = SectionKind::constants;
  draft.section.alignment = kConstantsAlignment;
  draft.pieces.assign(pool.pieces().begin(), pool.pieces().end());
  drafts.push_back(std::move(draft));
}

std::vector<Section> EngineWriter::layOut() const {
  std::vector<Section> sections;
  uint64_t end = kHeaderBytes + kEntryBytes * drafts.size();
  for (const Draft &draft : drafts) {
    Section section = draft.section;
    section.offset = alignUp(end, section.alignment);
    for (Bytes piece : draft.pieces)
      section.size += piece.size();
    end = section.offset + section.size;
    sections.push_back(section);
  }
  return sections;
}

uint64_t EngineWriter::sizeBytes() const {
  std::vector<Section> sections = layOut();
  return sections.empty() ? kHeaderBytes
                          : sections.back().offset + sections.back().size;
}

std::vector<std::byte> EngineWriter::encodeHead() const {
  std::vector<Section> sections = layOut();
  std::vector<std::byte> head(kHeaderBytes + kEntryBytes * sections.size());
  std::byte *header = head.data();
  std::copy_n(std::as_bytes(std::span(kMagic)).data(), kMagic.size(), header);
  storeU32(header + 8, kFormatVersion);
  storeU32(header + 12, kMinReaderVersion);
  storeU64(header + 16, sizeBytes());
  storeU32(header + 24, static_cast<uint32_t>(sections.size()));
  for (size_t i = 0; i < sections.size(); ++i) {
    std::byte *entry = header + kHeaderBytes + kEntryBytes * i;
    storeU32(entry, static_cast<uint32_t>(sections[i].kind));
    storeU32(entry + 4, sections[i].variant);
    storeU64(entry + 8, sections[i].offset);
    storeU64(entry + 16, sections[i].size);
    storeU32(entry + 24, sections[i].alignment);
    Hash128 hash = hashPieces(drafts[i].pieces);
    std::memcpy(entry + 32, hash.data(), hash.size());
  }
  Bytes all(head);
  std::array<Bytes, 2> covered = {all.first(kRootHashOffset),
                                  all.subspan(kHeaderBytes)};
  Hash128 root = hashPieces(covered);
  std::memcpy(header + kRootHashOffset, root.data(), root.size());
  return head;
}

Status EngineWriter::check() const {
  if (drafts.size() > kMaxSections)
    return {Code::unsupported, "an engine with " +
                                   std::to_string(drafts.size()) +
                                   " sections; at most 4096 are allowed"};
  ProgramSurroundings surroundings = {std::numeric_limits<uint32_t>::max(), 0};
  for (const Section &section : layOut())
    if (section.kind == SectionKind::constants)
      surroundings.constantBytes = section.size;
  for (const Draft &draft : drafts) {
    if (draft.section.kind != SectionKind::program)
      continue;
    Result<Program> program = decodeProgram(draft.pieces.front());
    if (!program.ok())
      return program.status();
    TENON_TRY(checkProgram(*program, surroundings));
  }
  return {};
}

std::vector<Bytes> EngineWriter::findPieces(Bytes head) const {
  std::vector<Bytes> pieces = {head};
  uint64_t end = head.size();
  std::vector<Section> sections = layOut();
  for (size_t i = 0; i < sections.size(); ++i) {
    pieces.push_back(zeros(sections[i].offset - end));
    pieces.insert(pieces.end(), drafts[i].pieces.begin(),
                  drafts[i].pieces.end());
    end = sections[i].offset + sections[i].size;
  }
  return pieces;
}

Result<std::vector<std::byte>> EngineWriter::build() const {
  TENON_TRY(check());
  std::vector<std::byte> head = encodeHead();
  std::vector<std::byte> file;
  file.reserve(sizeBytes());
  for (Bytes piece : findPieces(head))
    file.insert(file.end(), piece.begin(), piece.end());
  return file;
}

Status EngineWriter::writeFile(const std::string &path) const {
  TENON_TRY(check());
  std::vector<std::byte> head = encodeHead();
  return writeFileAtomically(path, findPieces(head));
}

} // namespace tenon::format

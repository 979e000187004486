// SPDX-License-Identifier: Apache-2.0
//
// Gives checked sections their meaning.
#include "format/EngineReader.h"

#include "format/CheckProgram.h"
#include "format/EncodeProgram.h"
#include "format/EngineLayout.h"

#include <algorithm>
#include <string>

namespace tenon::format {

namespace {

class Reader {
public:
  Reader(Bytes file, std::vector<Section> sections)
      : file(file), sections(std::move(sections)) {}

  Result<EngineContents> run();

private:
  Status checkTable() const;
  const Section *find(SectionKind kind, uint32_t variant) const;
  Bytes bytesOf(const Section *section) const;
  std::string_view textOf(SectionKind kind) const;
  Status readMetadata();
  Status readVariant(uint32_t number);
  Status readVariants();
  Status checkSamePorts() const;

  Bytes file;
  std::vector<Section> sections;
  EngineContents contents;
};

bool isPerVariant(SectionKind kind) {
  return kind == SectionKind::variant || kind == SectionKind::program ||
         kind == SectionKind::code;
}

/// Every section is of a known kind, belongs where it should, and is the only
/// one of its kind there.
Status Reader::checkTable() const {
  std::vector<std::pair<SectionKind, uint32_t>> seen;
  for (const Section &section : sections) {
    if (sectionKindName(section.kind) == std::string_view("?"))
      return damagedEngine("it has a section of unknown kind " +
                           std::to_string(static_cast<uint32_t>(section.kind)));
    if (isPerVariant(section.kind) == (section.variant == kShared))
      return damagedEngine(std::string("its section '") +
                           sectionKindName(section.kind) +
                           "' belongs to no variant or to all");
    seen.push_back({section.kind, section.variant});
  }
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end())
    return damagedEngine("it has a section twice");
  return {};
}

const Section *Reader::find(SectionKind kind, uint32_t variant) const {
  auto isIt = [&](const Section &section) {
    return section.kind == kind && section.variant == variant;
  };
  auto place = std::find_if(sections.begin(), sections.end(), isIt);
  return place == sections.end() ? nullptr : &*place;
}

Bytes Reader::bytesOf(const Section *section) const {
  return section ? file.subspan(section->offset, section->size) : Bytes();
}

std::string_view Reader::textOf(SectionKind kind) const {
  Bytes bytes = bytesOf(find(kind, kShared));
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

Status Reader::readMetadata() {
  const Section *section = find(SectionKind::metadata, kShared);
  if (!section)
    return damagedEngine("it has no metadata");
  Result<EngineMetadata> metadata = decodeMetadata(bytesOf(section));
  if (!metadata.ok())
    return metadata.status();
  contents.metadata = std::move(*metadata);
  return {};
}

Status Reader::readVariant(uint32_t number) {
  const Section *head = find(SectionKind::variant, number);
  const Section *list = find(SectionKind::program, number);
  const Section *code = find(SectionKind::code, number);
  if (!head || !list || !code)
    return damagedEngine("its variant " + std::to_string(number) +
                         " lacks a section");
  Result<Variant> variant = decodeVariant(bytesOf(head));
  if (!variant.ok())
    return variant.status();
  Result<Program> program = decodeProgram(bytesOf(list));
  if (!program.ok())
    return program.status();
  TENON_TRY(checkVariant(*variant, code->size, code->alignment));
  ProgramSurroundings surroundings = {
      static_cast<uint32_t>(variant->kernels.size()),
      contents.constants.size()};
  TENON_TRY(checkProgram(*program, surroundings));
  contents.variants.push_back({std::move(*variant), std::move(*program),
                               bytesOf(code), code->alignment});
  return {};
}

Status Reader::readVariants() {
  uint32_t numVariants = 0;
  for (const Section &section : sections)
    numVariants += section.kind == SectionKind::variant;
  if (numVariants == 0)
    return damagedEngine("it has no variant");
  for (const Section &section : sections)
    if (isPerVariant(section.kind) && section.variant >= numVariants)
      return damagedEngine("its variants are not numbered from 0");
  for (uint32_t i = 0; i < numVariants; ++i)
    TENON_TRY(readVariant(i));
  return {};
}

/// Whichever variant is used, the engine's inputs and outputs are the same.
Status Reader::checkSamePorts() const {
  auto isSame = [](const Port &a, const Port &b) {
    return a.name == b.name && a.type == b.type &&
           a.dims.size() == b.dims.size();
  };
  const Program &first = contents.variants.front().program;
  for (const VariantContents &other : contents.variants) {
    const Program &program = other.program;
    if (!std::equal(first.inputs.begin(), first.inputs.end(),
                    program.inputs.begin(), program.inputs.end(), isSame) ||
        !std::equal(first.outputs.begin(), first.outputs.end(),
                    program.outputs.begin(), program.outputs.end(), isSame))
      return damagedEngine("its variant '" + other.variant.name +
                           "' has other inputs or outputs than the first");
  }
  return {};
}

Result<EngineContents> Reader::run() {
  TENON_TRY(checkTable());
  const Section *constants = find(SectionKind::constants, kShared);
  if (constants && constants->alignment < kBufferAlignment)
    return damagedEngine("its constants are not aligned to 64 bytes");
  contents.constants = bytesOf(constants);
  contents.explain = textOf(SectionKind::explain);
  contents.verdict = textOf(SectionKind::verdict);
  TENON_TRY(readMetadata());
  TENON_TRY(readVariants());
  TENON_TRY(checkSamePorts());
  contents.sections = std::move(sections);
  return std::move(contents);
}

} // namespace

Result<EngineContents> readEngine(Bytes file) {
  Result<EngineLayout> layout = readLayout(file);
  if (!layout.ok())
    return layout.status();
  uint32_t formatVersion = layout->formatVersion;
  Result<EngineContents> contents =
      Reader(file, std::move(layout->sections)).run();
  if (contents.ok())
    contents->formatVersion = formatVersion;
  return contents;
}

} // namespace tenon::format

// SPDX-License-Identifier: Apache-2.0
// Joins the object's executable sections to one text and its read-only data to
// one block of constants, and rewrites relocations in terms of the two.
#include "compiler/target/cpu/ObjectReader.h"

#include "compiler/ir/kernel/Kernel.h"
#include "compiler/target/cpu/Relocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ELFObjectFile.h"

#include <optional>

using namespace llvm;
using namespace llvm::object;

namespace tenon {
namespace {

class Reader {
public:
  explicit Reader(const ELFObjectFile<ELF64LE> &file) : file(file) {
    code.machine = file.getELFFile().getHeader().e_machine;
  }

  Error read() {
    for (const SectionRef &section : file.sections())
      if (Error error = placeSection(section))
        return error;
    for (const SectionRef &section : file.sections())
      if (Error error = readRelocations(section))
        return error;
    return findEntry();
  }

  ObjectCode code;

private:
  /// Appends a loaded section to its part and remembers where it went.
  Error placeSection(const ELFSectionRef &section) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    bool isLoaded = section.getFlags() & ELF::SHF_ALLOC;
    // Nothing unwinds through a kernel.
    if (!isLoaded || section.getSize() == 0 || *name == ".eh_frame" ||
        name->starts_with(".note"))
      return Error::success();
    if (section.getFlags() & ELF::SHF_WRITE)
      return createStringError("the kernel has writable data (section '" +
                               *name +
                               "'), which code in an engine cannot "
                               "have");
    Expected<StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    std::string &part = section.isText() ? code.text : code.constants;
    uint64_t alignment = section.getAlignment().value();
    part.resize(alignTo(part.size(), alignment));
    if (!section.isText())
      code.constantAlignment = std::max(code.constantAlignment, alignment);
    placed[section.getIndex()] =
        PartOffset{section.isText(), static_cast<int64_t>(part.size())};
    part += *contents;
    return Error::success();
  }

  Error readRelocations(const SectionRef &section) {
    Expected<section_iterator> owner = section.getRelocatedSection();
    if (!owner)
      return owner.takeError();
    if (*owner == file.section_end())
      return Error::success();
    auto home = placed.find((*owner)->getIndex());
    if (home == placed.end())
      return Error::success();
    for (const ELFRelocationRef relocation : section.relocations())
      if (Error error = readRelocation(relocation, home->second))
        return error;
    return Error::success();
  }

  Error readRelocation(const ELFRelocationRef &relocation, PartOffset place) {
    if (!isKnownRelocation(code.machine, relocation.getType())) {
      SmallString<32> name;
      relocation.getTypeName(name);
      return createStringError("the kernel refers to memory by " + name +
                               ", which an image cannot hold");
    }
    Expected<int64_t> addend = relocation.getAddend();
    if (!addend)
      return addend.takeError();
    Expected<PartOffset> target = locate(*relocation.getSymbol());
    if (!target)
      return target.takeError();
    place.offset += relocation.getOffset();
    target->offset += *addend;
    code.references.push_back(
        {static_cast<uint32_t>(relocation.getType()), place, *target});
    return Error::success();
  }

  Expected<PartOffset> locate(const SymbolRef &symbol) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    Expected<section_iterator> section = symbol.getSection();
    if (!section)
      return section.takeError();
    if (*section == file.section_end())
      return createStringError("the kernel would call '" + *name +
                               "', which does not exist at run time");
    auto home = placed.find((*section)->getIndex());
    Expected<uint64_t> value = symbol.getValue();
    if (!value)
      return value.takeError();
    if (home == placed.end())
      return createStringError("the kernel refers to '" + *name +
                               "' in a section that is not loaded");
    PartOffset target = home->second;
    target.offset += *value;
    return target;
  }

  Error findEntry() {
    for (const ELFSymbolRef symbol : file.symbols()) {
      Expected<StringRef> name = symbol.getName();
      if (!name)
        return name.takeError();
      if (*name != kKernelName || symbol.getELFType() != ELF::STT_FUNC)
        continue;
      Expected<PartOffset> target = locate(symbol);
      if (!target)
        return target.takeError();
      code.entry = target->offset;
      return Error::success();
    }
    return createStringError("the object has no entry named '" + kKernelName +
                             "'");
  }

  const ELFObjectFile<ELF64LE> &file;
  DenseMap<uint64_t, PartOffset> placed;
};

} // namespace

Expected<ObjectCode> readObject(StringRef object) {
  Expected<ELFObjectFile<ELF64LE>> file =
      ELFObjectFile<ELF64LE>::create(MemoryBufferRef(object, "kernel"));
  if (!file)
    return file.takeError();
  Reader reader(*file);
  if (Error error = reader.read())
    return std::move(error);
  return std::move(reader.code);
}

} // namespace tenon

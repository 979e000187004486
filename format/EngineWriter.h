// SPDX-License-Identifier: Apache-2.0
//
// EngineWriter: lays an engine's sections out and writes the file.
//
// driver/ in the compiler, and the runtime's tests, build engines with it.
// The same sections in the same order give the same bytes. A file appears
// under its name complete or not at all.
#ifndef TENON_FORMAT_ENGINEWRITER_H
#define TENON_FORMAT_ENGINEWRITER_H

#include "format/Bytes.h"
#include "format/Engine.h"
#include "format/Program.h"
#include "format/Status.h"

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::format {

/// The CONSTANTS section while it is collected: equal contents are kept once.
class ConstantPool {
public:
  /// Takes a constant; the bytes must outlive the writer that uses the pool.
  /// Returns its offset in the section, a multiple of kBufferAlignment.
  uint64_t add(Bytes bytes);

  uint64_t sizeBytes() const { return end; }
  std::span<const Bytes> pieces() const { return parts; }

private:
  struct Entry {
    Hash128 hash;
    uint64_t offset;
    Bytes bytes;
  };
  std::vector<Entry> entries; // sorted by hash
  std::vector<Bytes> parts;   // contents and padding, in order
  uint64_t end = 0;
};

/// Collects sections in file order. Recommended order: metadata, explain,
/// verdict, then per variant variant, program, code; constants last.
class EngineWriter {
public:
  Status setMetadata(const EngineMetadata &metadata);
  void setExplain(std::string_view json);
  void setVerdict(std::string_view json);

  /// Adds a variant with its program and its code image, whose text starts
  /// at a multiple of `codeAlignment` (the target's page). Checks them as
  /// the reader will; returns the number of the variant.
  Result<uint32_t> addVariant(const Variant &variant, const Program &program,
                              Bytes code, uint32_t codeAlignment = 4096);

  /// Call once, after every constant is in the pool, which must stay alive.
  void setConstants(const ConstantPool &pool);

  /// The whole file in memory.
  Result<std::vector<std::byte>> build() const;

  /// Size the file will have, bytes.
  uint64_t sizeBytes() const;

  /// Writes to a temporary file beside `path`, syncs it and renames it to
  /// `path`. On failure (writeFailed) nothing is left behind and an old file
  /// of that name is untouched.
  Status writeFile(const std::string &path) const;

private:
  struct Draft {
    Section section;
    std::vector<Bytes> pieces;
  };
  void addOwned(SectionKind kind, uint32_t variant, uint32_t alignment,
                std::vector<std::byte> bytes);
  std::vector<Section> layOut() const;
  std::vector<std::byte> encodeHead() const;
  std::vector<Bytes> findPieces(Bytes head) const;
  Status check() const;

  std::deque<std::vector<std::byte>> owned;
  std::vector<Draft> drafts;
  uint32_t numVariants = 0;
};

} // namespace tenon::format

#endif // TENON_FORMAT_ENGINEWRITER_H

// SPDX-License-Identifier: Apache-2.0
//
// An engine's bytes in memory: a file mapped read-only, or a copy.
#ifndef TENON_RUNTIME_CORE_MAPPEDFILE_H
#define TENON_RUNTIME_CORE_MAPPEDFILE_H

#include "format/Bytes.h"
#include "format/Status.h"

#include <string>

namespace tenon::runtime {

/// Whole pages of memory, unmapped at the end.
class MappedFile {
public:
  MappedFile() = default;
  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  ~MappedFile();

  /// Maps a regular file. notFound, readFailed with path and reason. The file
  /// must not be overwritten in place while it is mapped.
  static format::Result<MappedFile> open(const std::string &path);

  /// Copies bytes into pages of their own.
  static format::Result<MappedFile> copy(format::Bytes bytes);

  /// Brings all pages in at once, instead of one fault at a time. To be
  /// called when the file is known to be worth it.
  void populate() const;

  format::Bytes bytes() const {
    return {static_cast<const std::byte *>(address), length};
  }

private:
  void *address = nullptr;
  size_t length = 0;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_MAPPEDFILE_H

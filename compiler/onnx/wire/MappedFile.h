// SPDX-License-Identifier: Apache-2.0
// A regular file mapped read-only. Why: weights are used where the file lies
// in memory and never copied. Lowest layer beside WireCursor.
#ifndef TENON_COMPILER_ONNX_WIRE_MAPPEDFILE_H
#define TENON_COMPILER_ONNX_WIRE_MAPPEDFILE_H

#include "compiler/onnx/wire/OnnxError.h"

#include <memory>
#include <string>
#include <string_view>

namespace tenon {

/// A file descriptor that closes itself.
class FileHandle {
public:
  explicit FileHandle(int descriptor = -1) : descriptor(descriptor) {}
  FileHandle(FileHandle &&other) noexcept
      : descriptor(std::exchange(other.descriptor, -1)) {}
  FileHandle &operator=(FileHandle &&other) noexcept {
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~FileHandle();

  int get() const { return descriptor; }
  bool isOpen() const { return descriptor >= 0; }

private:
  int descriptor;
};

/// The bytes of one file, for as long as this object lives. Whoever truncates
/// the file meanwhile stops this process (SIGBUS): so it is with mappings.
class MappedFile {
public:
  /// Maps what `path` names, which must be a regular file of at least one
  /// byte; links are followed, as the user named it.
  static OnnxResult<std::shared_ptr<const MappedFile>>
  open(const std::string &path);

  /// Maps an open file of `sizeBytes` bytes, which may be 0; null when the
  /// system refuses.
  static std::shared_ptr<const MappedFile> map(const FileHandle &handle,
                                               size_t sizeBytes);

  MappedFile(const MappedFile &) = delete;
  ~MappedFile();

  std::string_view bytes() const { return view; }

private:
  explicit MappedFile(std::string_view view) : view(view) {}
  std::string_view view;
};

/// "a directory", "a pipe", ...: what a file's st_mode says it is.
std::string_view fileKindName(unsigned mode);

} // namespace tenon

#endif // TENON_COMPILER_ONNX_WIRE_MAPPEDFILE_H

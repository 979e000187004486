// SPDX-License-Identifier: Apache-2.0
// Writing by rename.
#include "compiler/onnx/wire/WholeFile.h"

#include "compiler/onnx/wire/MappedFile.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon {
namespace {

OnnxError cannotWrite(const std::string &path, int systemError) {
  bool isFull = systemError == ENOSPC || systemError == EDQUOT;
  return {.code = OnnxErrorCode::FileUnwritable,
          .what = "cannot write the file",
          .file = path,
          .found = std::strerror(systemError),
          .nextStep = isFull ? "Make room on the disk."
                             : "Name a folder that exists and that you may "
                               "write to."};
}

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// A new file in the folder of `path`, with the rights the umask leaves it.
FileHandle createBeside(const std::string &path, std::string &temporary) {
  constexpr int kAttempts = 100;
  constexpr mode_t kMode = 0666;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    temporary = path + ".part" + std::to_string(::getpid()) + "-" +
                std::to_string(attempt);
    FileHandle handle(::open(temporary.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode));
    if (handle.isOpen() || errno != EEXIST)
      return handle;
  }
  return FileHandle();
}

} // namespace

std::optional<OnnxError>
writeWholeFile(const std::string &path,
               std::span<const std::string_view> parts) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
      !S_ISLNK(status.st_mode)) {
    OnnxError error = cannotWrite(path, EEXIST);
    error.found = "there is " + std::string(fileKindName(status.st_mode)) +
                  " of that name";
    return error;
  }
  std::string temporary;
  FileHandle handle = createBeside(path, temporary);
  if (!handle.isOpen())
    return cannotWrite(path, errno);
  bool isWritten = true;
  for (std::string_view part : parts)
    isWritten = isWritten && writeAll(handle.get(), part);
  isWritten = isWritten && ::rename(temporary.c_str(), path.c_str()) == 0;
  if (isWritten)
    return std::nullopt;
  int systemError = errno;
  ::unlink(temporary.c_str());
  return cannotWrite(path, systemError);
}

} // namespace tenon

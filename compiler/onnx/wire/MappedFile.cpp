// SPDX-License-Identifier: Apache-2.0
// Opening and mapping of the files a user names.
#include "compiler/onnx/wire/MappedFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon {
namespace {

OnnxError cannotOpen(const std::string &path, int systemError) {
  OnnxError error{.code = OnnxErrorCode::FileUnreadable,
                  .what = "cannot open the file",
                  .file = path,
                  .found = std::strerror(systemError),
                  .nextStep = "Check the path and the permissions."};
  if (systemError == EMFILE || systemError == ENFILE)
    error.nextStep = "Close other programs or raise the limit of open files.";
  return error;
}

} // namespace

FileHandle::~FileHandle() {
  if (isOpen())
    ::close(descriptor);
}

MappedFile::~MappedFile() {
  if (!view.empty())
    ::munmap(const_cast<char *>(view.data()), view.size());
}

std::string_view fileKindName(unsigned mode) {
  switch (mode & S_IFMT) {
  case S_IFREG:
    return "a regular file";
  case S_IFDIR:
    return "a directory";
  case S_IFIFO:
    return "a pipe";
  case S_IFSOCK:
    return "a socket";
  case S_IFLNK:
    return "a symbolic link";
  default:
    return "a device";
  }
}

std::shared_ptr<const MappedFile> MappedFile::map(const FileHandle &handle,
                                                  size_t sizeBytes) {
  if (sizeBytes == 0)
    return std::shared_ptr<const MappedFile>(new MappedFile({}));
  void *address =
      ::mmap(nullptr, sizeBytes, PROT_READ, MAP_PRIVATE, handle.get(), 0);
  if (address == MAP_FAILED)
    return nullptr;
  return std::shared_ptr<const MappedFile>(new MappedFile(
      std::string_view(static_cast<const char *>(address), sizeBytes)));
}

OnnxResult<std::shared_ptr<const MappedFile>>
MappedFile::open(const std::string &path) {
  // O_NONBLOCK: opening a pipe must not wait for its writer.
  FileHandle handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status = {};
  if (!handle.isOpen() || ::fstat(handle.get(), &status) != 0)
    return cannotOpen(path, errno);
  if (!S_ISREG(status.st_mode))
    return OnnxError{.code = OnnxErrorCode::FileUnreadable,
                     .what = "the path is " +
                             std::string(fileKindName(status.st_mode)),
                     .file = path,
                     .allowed = "a regular file",
                     .nextStep = "Name the file itself."};
  if (status.st_size == 0)
    return OnnxError{.code = OnnxErrorCode::FileEmpty,
                     .what = "the file is empty",
                     .file = path,
                     .found = "0 bytes",
                     .nextStep = "Download or export the file again."};
  auto file = map(handle, static_cast<size_t>(status.st_size));
  if (!file)
    return OnnxError{.code = OnnxErrorCode::OutOfMemory,
                     .what = "cannot map the file into memory",
                     .file = path,
                     .found = std::to_string(status.st_size) + " bytes; " +
                              std::strerror(errno),
                     .nextStep = "Raise the limit of address space."};
  return file;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Rules for files that a model names, in the order they are applied: the
// path's form, opening beneath the folder, the kind of the opened file, its
// size against what the tensor asks for.
#include "compiler/onnx/wire/ExternalFiles.h"

#include "compiler/onnx/wire/CheckedInt64.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tenon {
namespace {

/// openat2 gives up with EAGAIN when a rename races with it.
constexpr int kOpenAttempts = 8;
constexpr int kFileFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;

OnnxError refuse(std::string what, std::string found, std::string allowed,
                 std::string nextStep) {
  return OnnxError{.code = OnnxErrorCode::ExternalData,
                   .what = std::move(what),
                   .found = std::move(found),
                   .allowed = std::move(allowed),
                   .nextStep = std::move(nextStep)};
}

OnnxError overLimit(std::string what, std::string found, int64_t limit,
                    const char *unit) {
  OnnxError error = refuse(std::move(what), std::move(found),
                           "at most " + std::to_string(limit) + unit,
                           "Save the model with all data in one file, or "
                           "raise the limit if you trust it.");
  error.code = OnnxErrorCode::LimitExceeded;
  return error;
}

std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos)
    return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Splits off the front part of a path.
std::string_view takePart(std::string_view &path) {
  size_t slash = path.find('/');
  std::string_view part = path.substr(0, slash);
  path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  return part;
}

/// Null when the path's form is fine, else what is wrong with it.
const char *faultOfPath(std::string_view location) {
  if (location.empty())
    return "the name of the data file is empty";
  if (location.find('\0') != std::string_view::npos)
    return "the name of the data file holds a zero byte";
  if (location.front() == '/')
    return "the data file is named by an absolute path";
  if (location.back() == '/')
    return "the data file is named as a folder";
  while (!location.empty())
    if (takePart(location) == "..")
      return "the path of the data file leaves the model's folder";
  return nullptr;
}

/// Opens each folder of the path in turn, following no link.
FileHandle openPartByPart(int folder, std::string_view location) {
  FileHandle current;
  int base = folder;
  while (true) {
    std::string part(takePart(location));
    bool isLast = location.empty();
    if (part.empty() && !isLast)
      continue;
    int flags = isLast ? kFileFlags : O_PATH | O_DIRECTORY | O_CLOEXEC;
    FileHandle next(::openat(base, part.c_str(), flags | O_NOFOLLOW));
    if (isLast || !next.isOpen())
      return next;
    current = std::move(next);
    base = current.get();
  }
}

/// Lets the kernel hold the path beneath `folder`; errno is ENOSYS or EPERM
/// where it cannot (old kernels, some sandboxes).
FileHandle openByKernel(int folder, const char *location) {
  open_how how = {};
  how.flags = kFileFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  for (int attempt = 0; attempt < kOpenAttempts; ++attempt) {
    long descriptor =
        ::syscall(SYS_openat2, folder, location, &how, sizeof(how));
    if (descriptor >= 0)
      return FileHandle(static_cast<int>(descriptor));
    if (errno != EAGAIN && errno != EINTR)
      break;
  }
  return FileHandle();
}

OnnxError cannotOpen(std::string_view location, int systemError) {
  if (systemError == ELOOP || systemError == ENOTDIR || systemError == EXDEV)
    return refuse("the data file is reached through a symbolic link or leads "
                  "out of the model's folder",
                  quoteName(location), "a plain file beneath that folder",
                  "Copy the data file itself beside the model (cp -L).");
  return refuse("cannot open the data file",
                quoteName(location) + ": " + std::strerror(systemError),
                "a readable file beneath the model's folder",
                "Put the data file beside the model.");
}

} // namespace

ExternalFiles::ExternalFiles(const std::string &modelPath,
                             const OnnxLimits &limits, OnnxStorage &storage,
                             BeneathMethod method)
    : folder(::open(folderOf(modelPath).c_str(),
                    O_PATH | O_DIRECTORY | O_CLOEXEC)),
      limits(limits), storage(storage), method(method) {}

FileHandle ExternalFiles::openBeneath(const std::string &location) const {
  if (method == BeneathMethod::Auto) {
    FileHandle handle = openByKernel(folder.get(), location.c_str());
    if (handle.isOpen() || (errno != ENOSYS && errno != EPERM))
      return handle;
  }
  return openPartByPart(folder.get(), location);
}

std::optional<OnnxError> ExternalFiles::faultOfFile(std::string_view location,
                                                    unsigned mode,
                                                    uint64_t links,
                                                    int64_t sizeBytes) const {
  if (!S_ISREG(mode))
    return refuse("the data file is " + std::string(fileKindName(mode)),
                  quoteName(location), "a regular file",
                  "Save the model again with its data beside it.");
  if (links != 1)
    return refuse("the data file has several names (hard links)",
                  quoteName(location) + " with " + std::to_string(links) +
                      " links",
                  "a file of one name, lest it be one from elsewhere",
                  "Copy the data file (cp) instead of linking it.");
  if (!(CheckedInt64(totalBytes) + sizeBytes).isAtMost(limits.externalBytes))
    return overLimit("the model's data files are too large together",
                     "more than the limit, with " + quoteName(location),
                     limits.externalBytes, " bytes");
  return std::nullopt;
}

OnnxResult<std::string_view> ExternalFiles::mapFile(std::string_view location) {
  if (const char *fault = faultOfPath(location))
    return refuse(fault, quoteName(location),
                  "a relative path beneath the model's folder",
                  "Save the model again with its data beside it.");
  if (static_cast<int64_t>(mapped.size()) >= limits.externalFiles)
    return overLimit("the model names too many data files", "one more",
                     limits.externalFiles, "");
  FileHandle handle = openBeneath(std::string(location));
  struct stat status = {};
  if (!handle.isOpen() || ::fstat(handle.get(), &status) != 0)
    return cannotOpen(location, errno);
  if (auto fault = faultOfFile(location, status.st_mode, status.st_nlink,
                               status.st_size))
    return *std::move(fault);
  auto file = MappedFile::map(handle, static_cast<size_t>(status.st_size));
  if (!file)
    return OnnxError{.code = OnnxErrorCode::OutOfMemory,
                     .what = "cannot map the data file into memory",
                     .found = quoteName(location) + ": " + std::strerror(errno),
                     .nextStep = "Raise the limit of address space."};
  totalBytes += status.st_size;
  std::string_view bytes = file->bytes();
  storage.keep(std::move(file));
  mapped.emplace(location, bytes);
  return bytes;
}

OnnxResult<std::string_view> ExternalFiles::find(const OnnxExternalData &data) {
  std::string_view file;
  if (auto known = mapped.find(data.location); known != mapped.end()) {
    file = known->second;
  } else {
    OnnxResult<std::string_view> fresh = mapFile(data.location);
    if (!fresh)
      return fresh;
    file = *fresh;
  }
  CheckedInt64 end = CheckedInt64(data.offsetBytes) + data.lengthBytes;
  if (data.offsetBytes < 0 || data.lengthBytes < 0 ||
      !end.isAtMost(static_cast<int64_t>(file.size())))
    return refuse("the tensor's bytes lie beyond the end of its data file",
                  "offset " + std::to_string(data.offsetBytes) + ", length " +
                      std::to_string(data.lengthBytes) + " in " +
                      quoteName(data.location) + " of " +
                      std::to_string(file.size()) + " bytes",
                  "", "Get the whole data file; it may be truncated.");
  return file.substr(static_cast<size_t>(data.offsetBytes),
                     static_cast<size_t>(data.lengthBytes));
}

} // namespace tenon

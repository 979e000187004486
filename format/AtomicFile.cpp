// SPDX-License-Identifier: Apache-2.0
//
// The POSIX way to replace a file: write beside, sync, rename, sync folder.
#include "format/AtomicFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon::format {

namespace {

constexpr mode_t kNewFileMode = 0666; // less the umask, as for any new file
constexpr int kNameTries = 100;

std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos)
    return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// A file that goes away unless it is renamed to its final name.
class DraftFile {
public:
  explicit DraftFile(const std::string &path)
      : path(path), folder(folderOf(path)) {}
  DraftFile(const DraftFile &) = delete;
  DraftFile &operator=(const DraftFile &) = delete;
  ~DraftFile();

  Status write(std::span<const Bytes> pieces);

private:
  Status fail(const char *doing) const;
  Status open();
  bool openNamed();
  bool giveName();
  Status writePiece(Bytes piece);
  Status publish();

  const std::string &path;
  std::string folder;
  std::string temporary; // "" while the file has no name
  int descriptor = -1;
};

DraftFile::~DraftFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

Status DraftFile::fail(const char *doing) const {
  return {Code::writeFailed, "cannot write '" + path + "': " + doing + ": " +
                                 std::strerror(errno)};
}

std::string temporaryName(const std::string &path, int attempt) {
  return path + ".partial-" + std::to_string(::getpid()) + "-" +
         std::to_string(attempt);
}

bool DraftFile::openNamed() {
  for (int attempt = 0; attempt < kNameTries; ++attempt) {
    std::string name = temporaryName(path, attempt);
    descriptor = ::open(name.c_str(),
                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                        kNewFileMode);
    if (descriptor >= 0) {
      temporary = name;
      return true;
    }
    if (errno != EEXIST)
      return false;
  }
  return false;
}

Status DraftFile::open() {
  struct stat old = {};
  if (::stat(path.c_str(), &old) == 0 && !S_ISREG(old.st_mode)) {
    errno = S_ISDIR(old.st_mode) ? EISDIR : EEXIST;
    return fail("it is there and no regular file");
  }
  // A nameless file vanishes even when the process is killed; not every file
  // system has them.
  descriptor =
      ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, kNewFileMode);
  if (descriptor >= 0 || openNamed())
    return {};
  return fail("cannot create a file in its folder");
}

Status DraftFile::writePiece(Bytes piece) {
  while (!piece.empty()) {
    ssize_t written = ::write(descriptor, piece.data(), piece.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail("writing failed");
    piece = piece.subspan(static_cast<size_t>(written));
  }
  return {};
}

/// Links the nameless file under a temporary name: only a rename replaces.
bool DraftFile::giveName() {
  if (!temporary.empty())
    return true;
  std::string self = "/proc/self/fd/" + std::to_string(descriptor);
  for (int attempt = 0; attempt < kNameTries; ++attempt) {
    std::string name = temporaryName(path, attempt);
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(),
                 AT_SYMLINK_FOLLOW) == 0) {
      temporary = name;
      return true;
    }
    if (errno != EEXIST)
      return false;
  }
  return false;
}

Status DraftFile::publish() {
  if (::fsync(descriptor) != 0)
    return fail("syncing failed");
  if (!giveName())
    return fail("naming failed");
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    return fail("renaming failed");
  temporary.clear();
  // The name itself must survive a power cut. Some file systems cannot sync a
  // folder; the file is complete either way.
  int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle >= 0) {
    (void)::fsync(handle);
    ::close(handle);
  }
  return {};
}

Status DraftFile::write(std::span<const Bytes> pieces) {
  TENON_TRY(open());
  for (Bytes piece : pieces)
    TENON_TRY(writePiece(piece));
  return publish();
}

} // namespace

Status writeFileAtomically(const std::string &path,
                           std::span<const Bytes> pieces) {
  return DraftFile(path).write(pieces);
}

} // namespace tenon::format

// SPDX-License-Identifier: Apache-2.0
//
// Maps a file, or copies bytes, into pages.
#include "runtime/core/MappedFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tenon::runtime {

using format::Code;
using format::Result;
using format::Status;

namespace {

Status cannotRead(const std::string &path, const char *reason, Code code) {
  return {code, "cannot read the engine '" + path + "': " + reason};
}

/// Closes a descriptor at the end of a scope.
class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (number >= 0)
      ::close(number);
  }
  int get() const { return number; }

private:
  int number;
};

} // namespace

MappedFile::MappedFile(MappedFile &&other) noexcept
    : address(std::exchange(other.address, nullptr)),
      length(std::exchange(other.length, 0)) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(address, other.address);
  std::swap(length, other.length);
  return *this;
}

MappedFile::~MappedFile() {
  if (address)
    ::munmap(address, length);
}

Result<MappedFile> MappedFile::open(const std::string &path) {
  // Not to wait on a pipe whose other end nobody opens.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0)
    return cannotRead(path, std::strerror(errno),
                      errno == ENOENT || errno == ENOTDIR ? Code::notFound
                                                          : Code::readFailed);
  struct stat facts = {};
  if (::fstat(file.get(), &facts) != 0)
    return cannotRead(path, std::strerror(errno), Code::readFailed);
  if (!S_ISREG(facts.st_mode))
    return cannotRead(path,
                      S_ISDIR(facts.st_mode) ? "it is a folder"
                                             : "it is no regular file",
                      Code::readFailed);
  MappedFile mapped;
  if (facts.st_size == 0)
    return mapped;
  mapped.length = static_cast<size_t>(facts.st_size);
  void *address =
      ::mmap(nullptr, mapped.length, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED)
    return cannotRead(path, std::strerror(errno), Code::readFailed);
  mapped.address = address;
  return mapped;
}

Result<MappedFile> MappedFile::copy(format::Bytes bytes) {
  MappedFile mapped;
  if (bytes.empty())
    return mapped;
  void *address = ::mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED)
    return Status(Code::outOfMemory, "no memory for an engine of " +
                                         std::to_string(bytes.size()) +
                                         " bytes");
  std::memcpy(address, bytes.data(), bytes.size());
  // Nothing changes an engine, by mistake included.
  (void)::mprotect(address, bytes.size(), PROT_READ);
  mapped.address = address;
  mapped.length = bytes.size();
  return mapped;
}

void MappedFile::populate() const {
  if (!address)
    return;
#ifdef MADV_POPULATE_READ
  if (::madvise(address, length, MADV_POPULATE_READ) == 0)
    return;
#endif
  // Older kernels: at least read ahead. Only a matter of speed.
  (void)::madvise(address, length, MADV_WILLNEED);
}

} // namespace tenon::runtime

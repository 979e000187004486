// SPDX-License-Identifier: Apache-2.0
// Written first, then made executable: memory is never both.
#include "compiler/target/cpu/HostImage.h"

#include "compiler/target/cpu/HostCpu.h"
#include "llvm/ADT/StringExtras.h"

#include <cassert>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace tenon {

static llvm::Error makeSystemError(const char *what) {
  return llvm::createStringError(llvm::Twine("cannot ") + what +
                                 " memory for code: " + std::strerror(errno));
}

llvm::Expected<HostImage> HostImage::map(const Target &target,
                                         const CodeImage &image) {
  if (target.device() != "cpu")
    return llvm::createStringError("code for '" + target.facts().name +
                                   "' runs on no CPU");
  std::vector<std::string> missing =
      missingHostFeatures(target.requiredFeatures());
  if (!missing.empty())
    return llvm::createStringError("this machine cannot run code for '" +
                                   target.facts().name + "': it lacks " +
                                   llvm::join(missing, ", "));
  HostImage host;
  void *memory = mmap(nullptr, image.bytes.size(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return makeSystemError("map");
  host.base = static_cast<char *>(memory);
  host.mappedBytes = image.bytes.size();
  host.entryOffsets = image.entryOffsets;
  std::memcpy(host.base, image.bytes.data(), image.bytes.size());
  if (mprotect(host.base, host.mappedBytes, PROT_READ) != 0 ||
      mprotect(host.base, image.textBytes, PROT_READ | PROT_EXEC) != 0)
    return makeSystemError("protect");
  return host;
}

HostImage::HostImage(HostImage &&other) noexcept { *this = std::move(other); }

HostImage &HostImage::operator=(HostImage &&other) noexcept {
  if (this == &other)
    return *this;
  unmap();
  base = std::exchange(other.base, nullptr);
  mappedBytes = std::exchange(other.mappedBytes, 0);
  entryOffsets = std::move(other.entryOffsets);
  return *this;
}

HostImage::~HostImage() { unmap(); }

void HostImage::unmap() {
  if (base)
    munmap(base, mappedBytes);
}

HostImage::Entry HostImage::entry(size_t index) const {
  assert(index < entryOffsets.size() && "no such kernel");
  return reinterpret_cast<Entry>(base + entryOffsets[index]);
}

} // namespace tenon

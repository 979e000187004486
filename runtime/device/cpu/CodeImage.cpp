// SPDX-License-Identifier: Apache-2.0
//
// Copies an image and protects its pages.
#include "runtime/device/cpu/CodeImage.h"

#include "runtime/device/cpu/SystemLimits.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace tenon::runtime {

CodeImage::~CodeImage() {
  if (address)
    ::munmap(address, length);
}

Result<std::unique_ptr<LoadedCode>>
CodeImage::load(Bytes image, const format::Variant &variant) {
  std::unique_ptr<CodeImage> code(new CodeImage());
  if (image.empty())
    return std::unique_ptr<LoadedCode>(std::move(code));
  if (variant.textBytes < image.size() &&
      variant.textBytes % findPageBytes() != 0)
    return Status(Code::unsupported,
                  "the engine's code is laid out for smaller pages than this "
                  "system's " +
                      std::to_string(findPageBytes()) +
                      " bytes; build the model for this target");
  void *address = ::mmap(nullptr, image.size(), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED)
    return Status(Code::outOfMemory, "no memory for " +
                                         std::to_string(image.size()) +
                                         " bytes of code");
  code->address = address;
  code->length = image.size();
  std::memcpy(address, image.data(), image.size());
  auto *text = static_cast<char *>(address);
  __builtin___clear_cache(text, text + variant.textBytes);
  if (::mprotect(address, image.size(), PROT_READ) != 0 ||
      ::mprotect(address, variant.textBytes, PROT_READ | PROT_EXEC) != 0)
    return Status(Code::deviceFailed,
                  std::string("the system refuses executable memory: ") +
                      std::strerror(errno) +
                      "; allow this process to map code");
  for (const format::Kernel &kernel : variant.kernels)
    code->entries.push_back(text + kernel.entry);
  return std::unique_ptr<LoadedCode>(std::move(code));
}

} // namespace tenon::runtime

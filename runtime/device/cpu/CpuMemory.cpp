// SPDX-License-Identifier: Apache-2.0
//
// mmap with alignment and advice.
#include "runtime/device/cpu/CpuMemory.h"

#include "runtime/device/cpu/SystemLimits.h"

#include <string>
#include <sys/mman.h>

namespace tenon::runtime {

using format::Code;
using format::Result;
using format::Status;

namespace {

constexpr uint64_t kHugePageBytes = 2 << 20;

uint64_t roundUp(uint64_t bytes, uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

void *mapZeros(uint64_t bytes) {
  void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Maps more than asked for and gives back what lies around the aligned part.
void *mapAligned(uint64_t bytes) {
  void *whole = mapZeros(bytes + kHugePageBytes);
  if (!whole)
    return nullptr;
  auto begin = reinterpret_cast<uintptr_t>(whole);
  uintptr_t aligned = roundUp(begin, kHugePageBytes);
  uintptr_t end = begin + bytes + kHugePageBytes;
  if (aligned != begin)
    ::munmap(whole, aligned - begin);
  if (end != aligned + bytes)
    ::munmap(reinterpret_cast<void *>(aligned + bytes), end - aligned - bytes);
  return reinterpret_cast<void *>(aligned);
}

} // namespace

Result<void *> allocatePages(uint64_t bytes) {
  if (bytes == 0)
    return static_cast<void *>(nullptr);
  auto noMemory = [&] {
    return Status(Code::outOfMemory, "the system has no " +
                                         std::to_string(bytes) +
                                         " bytes of memory to give; close "
                                         "other programs or give smaller "
                                         "shapes");
  };
  // Beyond this no address space holds it, and rounding up would wrap.
  constexpr uint64_t kMostBytes = uint64_t{1} << 56;
  if (bytes > kMostBytes)
    return noMemory();
  uint64_t rounded = roundUp(bytes, findPageBytes());
  void *memory =
      rounded < kHugePageBytes ? mapZeros(rounded) : mapAligned(rounded);
  if (!memory)
    return noMemory();
  uint64_t huge = rounded / kHugePageBytes * kHugePageBytes;
  // Only advice: a system without huge pages is slower, not wrong.
  if (huge != 0)
    (void)::madvise(memory, huge, MADV_HUGEPAGE);
  return memory;
}

void freePages(void *memory, uint64_t bytes) {
  if (memory)
    ::munmap(memory, roundUp(bytes, findPageBytes()));
}

} // namespace tenon::runtime

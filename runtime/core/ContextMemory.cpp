// SPDX-License-Identifier: Apache-2.0
//
// Grows a context's blocks within its limit.
#include "runtime/core/ContextMemory.h"

#include "format/CheckedMath.h"

#include <algorithm>
#include <array>
#include <string>

namespace tenon::runtime {

Status ContextMemory::checkLimits(uint64_t total) const {
  if (limit != 0 && total > limit)
    return {Code::memoryLimit,
            "these shapes need " + std::to_string(total) +
                " bytes for intermediate tensors and outputs, the limit is " +
                std::to_string(limit) +
                "; give smaller shapes, raise the limit, or pass buffers for "
                "the outputs"};
  if (total > device.memoryBytes())
    return {Code::outOfMemory,
            "these shapes need " + std::to_string(total) +
                " bytes for intermediate tensors and outputs, and there are "
                "only " +
                std::to_string(device.memoryBytes()) +
                " in all; give smaller shapes"};
  return {};
}

Status ContextMemory::fit(const MemoryNeed &need) {
  std::array<uint64_t, kNumBlocks> wanted = {
      static_cast<uint64_t>(need.arena), static_cast<uint64_t>(need.outputs),
      static_cast<uint64_t>(need.stagedInputs),
      static_cast<uint64_t>(need.stagedOutputs)};
  // A sum that does not fit counts as the largest number there is.
  uint64_t total = 0;
  uint64_t held = 0;
  for (size_t i = 0; i < kNumBlocks; ++i) {
    if (__builtin_add_overflow(total, wanted[i], &total))
      total = ~uint64_t{0};
    held += std::max(wanted[i], blocks[i].size());
  }
  TENON_TRY(checkLimits(total));

  // Blocks of earlier shapes are kept, unless keeping them would cross the
  // limit that these shapes alone respect.
  bool keepsNone = limit != 0 && held > limit;
  for (size_t i = 0; i < kNumBlocks; ++i)
    if (keepsNone || blocks[i].size() < wanted[i])
      blocks[i] = Memory();
  for (size_t i = 0; i < kNumBlocks; ++i) {
    if (blocks[i].size() >= wanted[i])
      continue;
    Result<Memory> memory = Memory::allocate(
        device, wanted[i], i == kOutputs ? Place::host : Place::device);
    if (!memory.ok()) {
      for (Memory &block : blocks)
        block = Memory();
      return memory.status();
    }
    blocks[i] = std::move(*memory);
  }
  return {};
}

} // namespace tenon::runtime

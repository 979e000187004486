// SPDX-License-Identifier: Apache-2.0
//
// The memory of one context: arena, its own outputs, staging.
//
// It grows when shapes ask for more and is never above the limit, not even
// while it is exchanged.
#ifndef TENON_RUNTIME_CORE_CONTEXTMEMORY_H
#define TENON_RUNTIME_CORE_CONTEXTMEMORY_H

#include "runtime/core/Device.h"

namespace tenon::runtime {

/// Bytes of each block; none is negative.
struct MemoryNeed {
  int64_t arena = 0;
  int64_t outputs = 0; // the context's own, on the host
  // Copies of callers' tensors that kernels cannot use where they are.
  int64_t stagedInputs = 0;
  int64_t stagedOutputs = 0;
};

class ContextMemory {
public:
  /// `limit` in bytes for all blocks together; 0: none.
  ContextMemory(Device &device, uint64_t limit)
      : device(device), limit(limit) {}

  /// Makes every block at least as large as needed. memoryLimit before
  /// anything is allocated; outOfMemory. On failure nothing is held.
  Status fit(const MemoryNeed &need);

  const Memory &arena() const { return blocks[kArena]; }
  const Memory &outputs() const { return blocks[kOutputs]; }
  const Memory &stagedInputs() const { return blocks[kStagedInputs]; }
  const Memory &stagedOutputs() const { return blocks[kStagedOutputs]; }

private:
  enum Block { kArena, kOutputs, kStagedInputs, kStagedOutputs, kNumBlocks };

  Status checkLimits(uint64_t total) const;

  Device &device;
  uint64_t limit;
  Memory blocks[kNumBlocks];
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_CONTEXTMEMORY_H

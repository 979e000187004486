// SPDX-License-Identifier: Apache-2.0
//
// The flat table a run walks: launches with every pointer and size in place.
//
// Its shape (how many launches, how many slots for pointers) is that of the
// program and never changes, so binding other shapes or moving an input
// writes into it and allocates nothing.
#ifndef TENON_RUNTIME_CORE_LAUNCHTABLE_H
#define TENON_RUNTIME_CORE_LAUNCHTABLE_H

#include "runtime/core/BoundPlan.h"
#include "runtime/core/Device.h"
#include "runtime/core/Engine.h"

#include <span>
#include <vector>

namespace tenon::runtime {

class LaunchTable {
public:
  /// `faultWords`: one per step, in device memory.
  LaunchTable(const Engine &engine, std::span<const format::BufferId> roots,
              int64_t *faultWords);

  /// Puts sizes and parts of a plan and the addresses of all buffers in
  /// place; `rootAddresses` has one for each buffer that is its own root.
  void bind(const BoundPlan &plan, std::span<std::byte *const> rootAddresses);

  /// Moves an input or output, and the views of it, to another address.
  void move(format::BufferId root, std::byte *address);

  std::span<const Launch> launches() const { return table; }

private:
  struct Use {
    uint32_t slot;
    format::BufferId buffer;
  };

  std::vector<void *> slots;
  std::vector<int64_t> sizes;
  std::vector<Launch> table;
  std::vector<std::vector<Use>> usesOfRoot;
  std::vector<int64_t> bufferOffsets;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_LAUNCHTABLE_H

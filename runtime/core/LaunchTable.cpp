// SPDX-License-Identifier: Apache-2.0
//
// Builds the table once and writes numbers and addresses into it.
#include "runtime/core/LaunchTable.h"

#include <algorithm>

namespace tenon::runtime {

LaunchTable::LaunchTable(const Engine &engine,
                         std::span<const format::BufferId> roots,
                         int64_t *faultWords)
    : usesOfRoot(roots.size()), bufferOffsets(roots.size(), 0) {
  const format::Program &program = engine.program();
  size_t numSizes = 0;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const format::Step &step = program.steps[i];
    for (format::BufferId id : step.buffers) {
      usesOfRoot[roots[id]].push_back(
          {static_cast<uint32_t>(slots.size()), id});
      slots.push_back(nullptr);
    }
    slots.push_back(faultWords + i);
    numSizes += step.sizes.size();
  }
  sizes.assign(numSizes, 0);

  // The lists are complete: from here on their items keep their addresses.
  void *const *buffers = slots.data();
  const int64_t *numbers = sizes.data();
  for (const format::Step &step : program.steps) {
    Launch launch;
    launch.kernel = engine.handle(step);
    launch.buffers = buffers;
    launch.numBuffers = static_cast<uint32_t>(step.buffers.size()) + 1;
    launch.sizes = numbers;
    launch.numSizes = static_cast<uint32_t>(step.sizes.size());
    table.push_back(launch);
    buffers += launch.numBuffers;
    numbers += launch.numSizes;
  }
}

void LaunchTable::bind(const BoundPlan &plan,
                       std::span<std::byte *const> rootAddresses) {
  std::copy(plan.sizes.begin(), plan.sizes.end(), sizes.begin());
  std::copy(plan.bufferOffsets.begin(), plan.bufferOffsets.end(),
            bufferOffsets.begin());
  for (size_t i = 0; i < table.size(); ++i) {
    table[i].extent = plan.steps[i].extent;
    table[i].parts = plan.steps[i].parts;
  }
  for (format::BufferId root = 0; root < usesOfRoot.size(); ++root)
    move(root, rootAddresses[root]);
}

void LaunchTable::move(format::BufferId root, std::byte *address) {
  for (Use use : usesOfRoot[root])
    slots[use.slot] = address + bufferOffsets[use.buffer];
}

} // namespace tenon::runtime

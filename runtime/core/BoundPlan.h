// SPDX-License-Identifier: Apache-2.0
//
// A program at one set of shapes: every number a run needs, none of its
// addresses.
//
// Made once per shape by bind and kept by the context; planning memory for a
// question (tenon_engine_plan_memory) makes one too and allocates nothing.
#ifndef TENON_RUNTIME_CORE_BOUNDPLAN_H
#define TENON_RUNTIME_CORE_BOUNDPLAN_H

#include "format/MemoryPlan.h"
#include "format/Program.h"
#include "format/Status.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tenon::runtime {

/// One step's numbers; sizes of all steps stand in BoundPlan::sizes.
struct BoundStep {
  int64_t extent = 0;
  uint32_t parts = 0; // 0: nothing to do
  int64_t operations = 0;
  int64_t bytes = 0;
};

struct BoundPort {
  std::vector<int64_t> dims;
  int64_t bytes = 0;
};

struct BoundPlan {
  std::vector<int64_t> symbols; // what the plan is for
  std::vector<BoundPort> inputs;
  std::vector<BoundPort> outputs;
  /// For each buffer: bytes from the beginning of its root (findRoots), or of
  /// the arena, or of the constants.
  std::vector<int64_t> bufferOffsets;
  std::vector<BoundStep> steps;
  std::vector<int64_t> sizes; // of all steps in a row
  uint32_t maxParts = 0;
  int64_t arenaBytes = 0;
  int64_t liveBytes = 0;
  int64_t operations = 0; // of all steps
  int64_t bytes = 0;      // of all steps
};

/// Sizes, lifetimes and parts at these values; `roots` of the program. Steps
/// are cut for at most `threads` parts. badShape when a size is negative, or
/// a view reaches beyond what it is a view of.
format::Result<BoundPlan> makeBoundPlan(const format::Program &program,
                                        std::span<const format::BufferId> roots,
                                        std::span<const int64_t> values,
                                        uint32_t threads);

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_BOUNDPLAN_H

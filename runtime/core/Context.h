// SPDX-License-Identifier: Apache-2.0
//
// A context: one thread's use of an engine.
//
// Shapes are bound once (sizes, plan, memory, launch table) and runs repeat:
// a run walks the table and allocates, locks and hashes nothing. What a
// caller changes between runs is either a pointer, which is written into the
// table at once, or something larger, which makes the next run settle first.
#ifndef TENON_RUNTIME_CORE_CONTEXT_H
#define TENON_RUNTIME_CORE_CONTEXT_H

#include "format/ValueProgram.h"
#include "runtime/core/BindShapes.h"
#include "runtime/core/BoundPlan.h"
#include "runtime/core/ContextMemory.h"
#include "runtime/core/Device.h"
#include "runtime/core/Engine.h"
#include "runtime/core/LaunchTable.h"

#include <memory>
#include <span>
#include <vector>

namespace tenon::runtime {

struct ContextOptions {
  uint32_t threads = 0; // 0: the device's own choice
  bool profile = false;
  uint64_t memoryLimitBytes = 0; // 0: none
};

struct ContextStatistics {
  uint64_t runs = 0;
  uint64_t binds = 0;
  uint64_t plansCached = 0;
  uint64_t arenaBytes = 0;   // allocated
  uint64_t outputBytes = 0;  // allocated
  uint64_t stagingBytes = 0; // allocated
  uint64_t plannedPeakBytes = 0;
  uint64_t operations = 0;
  uint64_t bytes = 0;
  uint32_t threads = 0;
};

class Context {
public:
  static Result<std::unique_ptr<Context>>
  create(std::shared_ptr<const Engine> engine, const ContextOptions &options);

  const Engine &engine() const { return *shared; }

  /// As in include/tenon/runtime.h, which documents these calls.
  Status setInput(uint32_t index, const void *data, uint64_t bytes, Dims dims);
  Status setOutput(uint32_t index, void *data, uint64_t bytes);
  Status bind();
  Status run();

  /// The plan at the shapes bound; null before.
  const BoundPlan *boundPlan() const { return isSettled ? plan : nullptr; }
  /// Where output `index` is, on the host. Only when bound.
  const void *outputData(uint32_t index) const;

  /// Time of each step of the last run; empty before, or without profile.
  std::span<const uint64_t> timesNs() const;
  ContextStatistics statistics() const;

private:
  /// What the caller said about an input or output, and where its tensor
  /// is: `staged` when kernels work on a copy of it.
  struct PortState {
    std::vector<int64_t> dims; // inputs
    bool hasShape = false;     // inputs
    const std::byte *given = nullptr;
    uint64_t givenBytes = 0;
    std::byte *staged = nullptr;
    std::byte *owned = nullptr; // outputs without a caller's buffer
    format::BufferId buffer = format::kNone;
  };

  Context(std::shared_ptr<const Engine> engine, const ContextOptions &options,
          Memory faultMemory);

  bool needsStaging(const format::Port &port, const std::byte *data) const;
  std::byte *orDummy(const std::byte *address) const;

  Status settle();
  Status checkReady() const;
  Status choosePlan();
  Status checkOutputs() const;
  Status placeMemory();
  void placeInputs(std::vector<std::byte *> &addresses);
  void placeOutputs(std::vector<std::byte *> &addresses);
  void fillTable();

  Status stageInputs();
  Status unstageOutputs();
  Status checkFaults();
  Status checkData() const;

  std::shared_ptr<const Engine> shared;
  const format::Program &program;
  Device &device;
  ContextOptions options;
  std::vector<format::BufferId> roots;
  std::vector<format::ValueRange> ranges;

  std::vector<PortState> inputs;
  std::vector<PortState> outputs;

  /// Plans of shapes seen, the latest first; `plan` is the first of them.
  std::vector<std::unique_ptr<BoundPlan>> plans;
  const BoundPlan *plan = nullptr;
  bool isSettled = false; // plan, memory and table fit what was set
  bool isStaging = false; // some tensor is copied at each run

  std::unique_ptr<Queue> queue;
  ContextMemory memory;
  format::MemoryPlan ownOutputs; // within memory.outputs()
  format::MemoryPlan stagedIn;   // within memory.stagedInputs()
  format::MemoryPlan stagedOut;  // within memory.stagedOutputs()
  Memory faults; // a word per step, then a dummy for empty tensors
  std::vector<int64_t> faultCopy; // where the device's cannot be read
  LaunchTable table;
  std::vector<uint64_t> times;
  uint64_t numRuns = 0;
  uint64_t numBinds = 0;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_CONTEXT_H

// SPDX-License-Identifier: Apache-2.0
//
// The loop that is a run.
#include "runtime/device/cpu/CpuQueue.h"

#include "runtime/device/cpu/CodeImage.h"
#include "runtime/device/cpu/FloatMode.h"
#include "runtime/device/cpu/SystemLimits.h"

#include <algorithm>
#include <chrono>

namespace tenon::runtime {

namespace {

/// How long idle workers look for work. Steps of a network follow each other
/// within microseconds, waking a sleeper costs 5 to 50; longer spinning only
/// takes CPU time from others.
constexpr uint64_t kSpinNs = 100000;

KernelEntry entryOf(const Launch &launch) {
  return reinterpret_cast<KernelEntry>(
      reinterpret_cast<uintptr_t>(launch.kernel));
}

void runPart(const void *argument, uint32_t part) {
  const auto &launch = *static_cast<const Launch *>(argument);
  PartRange range = findPart(launch.extent, launch.parts, part);
  entryOf(launch)(launch.buffers, launch.sizes, range.begin, range.end);
}

} // namespace

Status CpuQueue::prepare(uint32_t parts) {
  uint32_t wanted = std::min(parts, threads);
  if (wanted <= 1 || (pool && pool->numThreads() >= wanted))
    return {};
  // With more threads than CPUs a spinning worker stands in the way of one
  // that has work.
  uint64_t spinNs = threads <= countUsableCpus() ? kSpinNs : 0;
  pool.reset();
  Result<std::unique_ptr<ThreadPool>> made = ThreadPool::create(wanted, spinNs);
  if (!made.ok())
    return made.status();
  pool = std::move(*made);
  return {};
}

void CpuQueue::run(const Launch &launch) {
  if (launch.parts == 1)
    entryOf(launch)(launch.buffers, launch.sizes, 0, launch.extent);
  else if (launch.parts != 0)
    pool->run(launch.parts, runPart, &launch);
}

Status CpuQueue::launch(std::span<const Launch> launches, uint64_t *timesNs) {
  FloatMode mode;
  if (!timesNs) {
    for (const Launch &launch : launches)
      run(launch);
    return {};
  }
  using Clock = std::chrono::steady_clock;
  Clock::time_point before = Clock::now();
  for (const Launch &launch : launches) {
    run(launch);
    Clock::time_point after = Clock::now();
    *timesNs++ =
        static_cast<uint64_t>(std::chrono::nanoseconds(after - before).count());
    before = after;
  }
  return {};
}

} // namespace tenon::runtime

// SPDX-License-Identifier: Apache-2.0
//
// Runs launches on the caller's thread and its pool.
#ifndef TENON_RUNTIME_DEVICE_CPU_CPUQUEUE_H
#define TENON_RUNTIME_DEVICE_CPU_CPUQUEUE_H

#include "runtime/core/Device.h"
#include "runtime/device/cpu/ThreadPool.h"

#include <memory>

namespace tenon::runtime {

class CpuQueue : public Queue {
public:
  explicit CpuQueue(uint32_t threads) : threads(threads) {}

  Status prepare(uint32_t parts) override;
  Status launch(std::span<const Launch> launches, uint64_t *timesNs) override;
  /// launch() returned when everything was done.
  Status wait() override { return {}; }

private:
  void run(const Launch &launch);

  uint32_t threads;
  std::unique_ptr<ThreadPool> pool; // as soon as a launch has two parts
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_CPUQUEUE_H

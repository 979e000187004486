// SPDX-License-Identifier: Apache-2.0
//
// The CPU as a device.
#ifndef TENON_RUNTIME_DEVICE_CPU_CPUDEVICE_H
#define TENON_RUNTIME_DEVICE_CPU_CPUDEVICE_H

#include "runtime/core/Device.h"

namespace tenon::runtime {

class CpuDevice : public Device {
public:
  CpuDevice();

  const char *name() const override { return "cpu"; }
  const std::string &factsJson() const override { return facts; }
  std::vector<std::string>
  findMissing(const format::Variant &variant) const override;
  Result<std::unique_ptr<LoadedCode>>
  load(Bytes code, const format::Variant &variant) override;
  KernelHandle builtin(format::Builtin builtin) const override;
  bool sharesHostMemory() const override { return true; }
  Result<void *> allocate(uint64_t bytes, Place place) override;
  void free(void *memory, uint64_t bytes, Place place) override;
  uint64_t memoryBytes() const override { return memory; }
  Status copy(void *to, const void *from, uint64_t bytes,
              CopyKind kind) override;
  uint32_t defaultThreads() const override;
  Result<std::unique_ptr<Queue>> createQueue(uint32_t threads) override;

private:
  std::vector<std::string> features; // sorted
  std::string facts;
  uint64_t memory;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_CPUDEVICE_H

// SPDX-License-Identifier: Apache-2.0
//
// A device that plans, checks and launches nothing: its outputs are zeros.
//
// It accepts the variants of every other device, so any engine can be loaded,
// bound and measured for memory without its hardware. It pretends to have
// memory of its own, as an accelerator has. It is the one to copy for a new
// device; each function says what a real one does there.
#ifndef TENON_RUNTIME_DEVICE_NULL_NULLDEVICE_H
#define TENON_RUNTIME_DEVICE_NULL_NULLDEVICE_H

#include "runtime/core/Device.h"

namespace tenon::runtime {

class NullDevice : public Device {
public:
  NullDevice();

  const char *name() const override { return "null"; }
  const std::string &factsJson() const override { return facts; }
  std::vector<std::string>
  findMissing(const format::Variant &variant) const override;
  Result<std::unique_ptr<LoadedCode>>
  load(Bytes code, const format::Variant &variant) override;
  KernelHandle builtin(format::Builtin builtin) const override;
  bool sharesHostMemory() const override { return false; }
  Result<void *> allocate(uint64_t bytes, Place place) override;
  void free(void *memory, uint64_t bytes, Place place) override;
  uint64_t memoryBytes() const override;
  Status copy(void *to, const void *from, uint64_t bytes,
              CopyKind kind) override;
  uint32_t defaultThreads() const override { return 1; }
  Result<std::unique_ptr<Queue>> createQueue(uint32_t threads) override;

private:
  std::string facts;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_NULL_NULLDEVICE_H

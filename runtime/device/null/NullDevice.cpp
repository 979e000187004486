// SPDX-License-Identifier: Apache-2.0
//
// The least a device can be.
#include "runtime/device/null/NullDevice.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tenon::runtime {

namespace {

/// What every handle of this device points to.
constexpr char kNothing = 0;

/// The memory it pretends to have: enough to bind real models, little enough
/// to be there.
constexpr uint64_t kMemoryBytes = uint64_t{1} << 30;

class NullCode : public LoadedCode {
public:
  KernelHandle kernel(uint32_t) const override { return &kNothing; }
};

class NullQueue : public Queue {
public:
  Status prepare(uint32_t) override { return {}; }

  // A real device starts the kernels here and returns; wait() waits.
  Status launch(std::span<const Launch> launches, uint64_t *timesNs) override {
    if (timesNs)
      std::fill_n(timesNs, launches.size(), 0);
    return {};
  }

  Status wait() override { return {}; }
};

} // namespace

NullDevice::NullDevice() : facts("{\"device\":\"null\"}") {}

/// A real device compares variant.device with its name, and each of
/// variant.features with what it has.
std::vector<std::string>
NullDevice::findMissing(const format::Variant &) const {
  return {};
}

/// A real device brings the code where it runs it, and finds the kernels.
Result<std::unique_ptr<LoadedCode>> NullDevice::load(Bytes,
                                                     const format::Variant &) {
  return std::unique_ptr<LoadedCode>(std::make_unique<NullCode>());
}

KernelHandle NullDevice::builtin(format::Builtin) const { return &kNothing; }

Result<void *> NullDevice::allocate(uint64_t bytes, Place) {
  constexpr uint64_t kAlignment = format::kBufferAlignment;
  if (bytes == 0)
    return static_cast<void *>(nullptr);
  void *memory = nullptr;
  uint64_t rounded = 0;
  if (bytes <= kMemoryBytes) {
    rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    memory = std::aligned_alloc(kAlignment, rounded);
  }
  if (!memory)
    return Status(Code::outOfMemory,
                  "no memory for " + std::to_string(bytes) + " bytes");
  std::memset(memory, 0, rounded);
  return memory;
}

void NullDevice::free(void *memory, uint64_t, Place) { std::free(memory); }

uint64_t NullDevice::memoryBytes() const { return kMemoryBytes; }

/// A real device copies across its bus, after the work of all queues that
/// may use the memory.
Status NullDevice::copy(void *to, const void *from, uint64_t bytes, CopyKind) {
  std::memcpy(to, from, bytes);
  return {};
}

Result<std::unique_ptr<Queue>> NullDevice::createQueue(uint32_t) {
  return std::unique_ptr<Queue>(std::make_unique<NullQueue>());
}

} // namespace tenon::runtime

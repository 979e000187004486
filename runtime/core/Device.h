// SPDX-License-Identifier: Apache-2.0
//
// What a device is to the runtime: memory, code, launches.
//
// runtime/device/<name> implements these classes, runtime/core uses nothing
// else of a device. To add one, copy runtime/device/null; test/device is the
// suite that it must pass. Devices live as long as the program and may be
// used by any thread; a Queue belongs to one context.
#ifndef TENON_RUNTIME_CORE_DEVICE_H
#define TENON_RUNTIME_CORE_DEVICE_H

#include "format/Bytes.h"
#include "format/Engine.h"
#include "format/Program.h"
#include "format/Status.h"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tenon::runtime {

using format::Bytes;
using format::Code;
using format::Result;
using format::Status;

/// A kernel or builtin that is ready to be launched; only its device knows
/// what it points to.
using KernelHandle = const void *;

/// One step with everything resolved. `buffers` ends with the fault word.
/// Zero parts: nothing to do. The arrays stay while the launch is in use, but
/// what is in them may change between two runs.
struct Launch {
  KernelHandle kernel = nullptr;
  void *const *buffers = nullptr;
  const int64_t *sizes = nullptr;
  int64_t extent = 0;
  uint32_t parts = 0;
  uint32_t numBuffers = 0;
  uint32_t numSizes = 0;
};

/// The range of part `part` when [0, extent) is cut into `parts`: the same
/// for every run, sizes differing by at most one, larger ones first.
struct PartRange {
  int64_t begin;
  int64_t end;
};

inline PartRange findPart(int64_t extent, uint32_t parts, uint32_t part) {
  int64_t each = extent / parts;
  int64_t longer = extent % parts;
  int64_t begin = each * part + (part < longer ? part : longer);
  return {begin, begin + each + (part < longer ? 1 : 0)};
}

/// The code of one variant on its device.
class LoadedCode {
public:
  virtual ~LoadedCode() = default;
  /// Handle of kernel `index` of the variant.
  virtual KernelHandle kernel(uint32_t index) const = 0;
};

/// Runs launches for one context, in order.
class Queue {
public:
  virtual ~Queue() = default;

  /// Called at bind, before launches of up to `parts` parts: the place to
  /// start threads or to record a graph.
  virtual Status prepare(uint32_t parts) = 0;

  /// Starts the launches. `timesNs`, when not null, gets the time of each;
  /// it is filled after wait.
  virtual Status launch(std::span<const Launch> launches,
                        uint64_t *timesNs) = 0;

  /// Returns when everything launched is done and its memory is visible.
  virtual Status wait() = 0;
};

enum class CopyKind { toDevice, fromDevice };

/// Whose memory: what kernels work in, or the host's end of copies (pinned,
/// where that helps). The same thing where a device shares host memory.
enum class Place { device, host };

class Device {
public:
  virtual ~Device() = default;

  /// The name users and variants call it by.
  virtual const char *name() const = 0;

  /// Facts as JSON.
  virtual const std::string &factsJson() const = 0;

  /// Names of the variant's required features that this machine lacks, or
  /// "device NAME" when it is made for another device; empty: it fits.
  virtual std::vector<std::string>
  findMissing(const format::Variant &variant) const = 0;

  /// Loads a checked image that findMissing found nothing against.
  virtual Result<std::unique_ptr<LoadedCode>>
  load(Bytes code, const format::Variant &variant) = 0;

  virtual KernelHandle builtin(format::Builtin builtin) const = 0;

  /// True when kernels can read and write the host's own memory; otherwise
  /// inputs, outputs and constants are copied.
  virtual bool sharesHostMemory() const = 0;

  /// Zeroed memory aligned to format::kBufferAlignment. outOfMemory when
  /// there is none. Zero bytes are allowed.
  virtual Result<void *> allocate(uint64_t bytes, Place place) = 0;
  virtual void free(void *memory, uint64_t bytes, Place place) = 0;

  /// All memory there is, bytes: what is planned beyond it is refused.
  virtual uint64_t memoryBytes() const = 0;

  /// Copies between host and device memory; done when it returns. Never
  /// called for zero bytes.
  virtual Status copy(void *to, const void *from, uint64_t bytes,
                      CopyKind kind) = 0;

  /// Threads one context should use when it does not say.
  virtual uint32_t defaultThreads() const = 0;

  virtual Result<std::unique_ptr<Queue>> createQueue(uint32_t threads) = 0;
};

/// Memory of a device, freed with its owner.
class Memory {
public:
  Memory() = default;
  Memory(Memory &&other) noexcept { swap(other); }
  Memory &operator=(Memory &&other) noexcept {
    Memory(std::move(other)).swap(*this);
    return *this;
  }
  ~Memory() {
    if (device)
      device->free(address, bytes, place);
  }

  static Result<Memory> allocate(Device &device, uint64_t bytes,
                                 Place place = Place::device) {
    Result<void *> address = device.allocate(bytes, place);
    if (!address.ok())
      return address.status();
    Memory memory;
    memory.device = &device;
    memory.address = *address;
    memory.bytes = bytes;
    memory.place = place;
    return memory;
  }

  std::byte *data() const { return static_cast<std::byte *>(address); }
  uint64_t size() const { return bytes; }

private:
  void swap(Memory &other) {
    std::swap(device, other.device);
    std::swap(address, other.address);
    std::swap(bytes, other.bytes);
    std::swap(place, other.place);
  }

  Device *device = nullptr;
  void *address = nullptr;
  uint64_t bytes = 0;
  Place place = Place::device;
};

} // namespace tenon::runtime

#endif // TENON_RUNTIME_CORE_DEVICE_H

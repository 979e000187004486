// SPDX-License-Identifier: Apache-2.0
//
// Facts, memory, code and queues of the CPU.
#include "runtime/device/cpu/CpuDevice.h"

#include "runtime/core/JsonWriter.h"
#include "runtime/device/cpu/CodeImage.h"
#include "runtime/device/cpu/CpuFeatures.h"
#include "runtime/device/cpu/CpuMemory.h"
#include "runtime/device/cpu/CpuQueue.h"
#include "runtime/device/cpu/SystemLimits.h"

#include <algorithm>
#include <cstring>

namespace tenon::runtime {

namespace {

constexpr const char *kArchitecture =
#if defined(__x86_64__)
    "x86-64";
#else
    "aarch64";
#endif

std::string writeFacts(const std::vector<std::string> &features) {
  CpuName name = detectCpuName();
  JsonWriter out;
  out.beginObject().key("device").string("cpu");
  out.key("architecture").string(kArchitecture);
  out.key("vendor").string(name.vendor).key("model").string(name.model);
  out.key("online_cpus").number(countOnlineCpus());
  out.key("usable_cpus").number(countUsableCpus());
  out.key("memory_bytes").number(findMemoryBytes());
  out.key("page_bytes").number(findPageBytes());
  out.key("cache_bytes").beginObject();
  out.key("l1d").number(findCacheBytes(1));
  out.key("l2").number(findCacheBytes(2));
  out.key("l3").number(findCacheBytes(3)).endObject();
  out.key("features").strings(features);
  return out.endObject().take();
}

/// Builtin::copy with the signature of a kernel.
void copyBytes(void *const *buffers, const int64_t *, int64_t begin,
               int64_t end) {
  std::memcpy(static_cast<char *>(buffers[1]) + begin,
              static_cast<const char *>(buffers[0]) + begin,
              static_cast<size_t>(end - begin));
}

} // namespace

CpuDevice::CpuDevice()
    : features(detectCpuFeatures()), facts(writeFacts(features)),
      memory(findMemoryBytes()) {}

std::vector<std::string>
CpuDevice::findMissing(const format::Variant &variant) const {
  if (variant.device != name())
    return {"device " + variant.device};
  std::vector<std::string> missing;
  for (const std::string &feature : variant.features)
    if (!std::binary_search(features.begin(), features.end(), feature))
      missing.push_back(feature);
  return missing;
}

Result<std::unique_ptr<LoadedCode>>
CpuDevice::load(Bytes code, const format::Variant &variant) {
  return CodeImage::load(code, variant);
}

KernelHandle CpuDevice::builtin(format::Builtin builtin) const {
  switch (builtin) {
  case format::Builtin::copy:
    break;
  }
  return reinterpret_cast<KernelHandle>(
      reinterpret_cast<uintptr_t>(&copyBytes));
}

Result<void *> CpuDevice::allocate(uint64_t bytes, Place) {
  return allocatePages(bytes);
}

void CpuDevice::free(void *address, uint64_t bytes, Place) {
  freePages(address, bytes);
}

Status CpuDevice::copy(void *to, const void *from, uint64_t bytes, CopyKind) {
  std::memcpy(to, from, bytes);
  return {};
}

uint32_t CpuDevice::defaultThreads() const { return countUsableCpus(); }

Result<std::unique_ptr<Queue>> CpuDevice::createQueue(uint32_t threads) {
  return std::unique_ptr<Queue>(std::make_unique<CpuQueue>(threads));
}

} // namespace tenon::runtime

// SPDX-License-Identifier: Apache-2.0
//
// Asks Linux: affinity, control groups (version 2, then 1), sysconf.
#include "runtime/device/cpu/SystemLimits.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <sched.h>
#include <string>
#include <unistd.h>

namespace tenon::runtime {

namespace {

/// The first line of a small file; nothing when it cannot be read.
std::optional<std::string> readLine(const char *path) {
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path, "re"),
                                                        std::fclose);
  char line[128] = {};
  if (!file || !std::fgets(line, sizeof line, file.get()))
    return std::nullopt;
  return std::string(line);
}

/// A number at the start of a file; nothing for "max", -1 or no file.
std::optional<uint64_t> readNumber(const char *path) {
  std::optional<std::string> line = readLine(path);
  if (!line || line->empty() || (*line)[0] < '0' || (*line)[0] > '9')
    return std::nullopt;
  return std::strtoull(line->c_str(), nullptr, 10);
}

/// CPUs' worth of time a control group grants, rounded up.
std::optional<uint64_t> readCpuQuota() {
  uint64_t quota = 0;
  uint64_t period = 0;
  std::optional<std::string> both = readLine("/sys/fs/cgroup/cpu.max");
  if (both) {
    if (std::sscanf(both->c_str(), "%lu %lu", &quota, &period) != 2)
      return std::nullopt;
  } else {
    quota = readNumber("/sys/fs/cgroup/cpu/cpu.cfs_quota_us").value_or(0);
    period = readNumber("/sys/fs/cgroup/cpu/cpu.cfs_period_us").value_or(0);
  }
  if (quota == 0 || period == 0)
    return std::nullopt;
  return (quota + period - 1) / period;
}

uint64_t askSystem(int name) {
  long answer = ::sysconf(name);
  return answer > 0 ? static_cast<uint64_t>(answer) : 0;
}

} // namespace

uint32_t countOnlineCpus() {
  return std::max(static_cast<uint32_t>(askSystem(_SC_NPROCESSORS_ONLN)), 1u);
}

uint32_t countUsableCpus() {
  uint32_t count = countOnlineCpus();
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  // Fails on machines of more than 1024 CPUs; then the count above stands.
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    count = static_cast<uint32_t>(CPU_COUNT(&allowed));
  if (std::optional<uint64_t> quota = readCpuQuota())
    count = static_cast<uint32_t>(std::min<uint64_t>(count, *quota));
  return std::max(count, 1u);
}

uint64_t findMemoryBytes() {
  uint64_t bytes = askSystem(_SC_PHYS_PAGES) * findPageBytes();
  for (const char *path : {"/sys/fs/cgroup/memory.max",
                           "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
    if (std::optional<uint64_t> limit = readNumber(path))
      bytes = std::min(bytes, *limit);
  return bytes;
}

uint64_t findCacheBytes(int level) {
  switch (level) {
  case 1:
    return askSystem(_SC_LEVEL1_DCACHE_SIZE);
  case 2:
    return askSystem(_SC_LEVEL2_CACHE_SIZE);
  case 3:
    return askSystem(_SC_LEVEL3_CACHE_SIZE);
  default:
    return 0;
  }
}

uint64_t findPageBytes() { return askSystem(_SC_PAGESIZE); }

} // namespace tenon::runtime

// SPDX-License-Identifier: Apache-2.0
// Reads features by LLVM (which asks the operating system about the registers
// it saves, too) and caches by sysconf.
#include "compiler/target/cpu/HostCpu.h"

#include "llvm/TargetParser/Host.h"

#include <thread>
#include <unistd.h>

namespace tenon {

std::vector<std::string>
missingHostFeatures(llvm::ArrayRef<std::string> features) {
  static const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  std::vector<std::string> missing;
  for (const std::string &feature : features)
    if (!host.lookup(feature))
      missing.push_back(feature);
  return missing;
}

static void readSize(int name, int64_t &bytes) {
  if (long value = sysconf(name); value > 0)
    bytes = value;
}

void readHostFacts(TargetFacts &facts) {
  readSize(_SC_LEVEL1_DCACHE_SIZE, facts.l1Bytes);
  readSize(_SC_LEVEL2_CACHE_SIZE, facts.l2Bytes);
  readSize(_SC_LEVEL3_CACHE_SIZE, facts.l3Bytes);
  readSize(_SC_LEVEL1_DCACHE_LINESIZE, facts.cacheLineBytes);
  if (unsigned cores = std::thread::hardware_concurrency())
    facts.numCores = cores;
}

} // namespace tenon

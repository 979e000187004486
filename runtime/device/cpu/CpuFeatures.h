// SPDX-License-Identifier: Apache-2.0
//
// What this CPU can execute, by the names that variants ask with.
#ifndef TENON_RUNTIME_DEVICE_CPU_CPUFEATURES_H
#define TENON_RUNTIME_DEVICE_CPU_CPUFEATURES_H

#include <string>
#include <vector>

namespace tenon::runtime {

/// Features of the CPU that the operating system lets programs use, by
/// LLVM's names, sorted. Baseline features that every CPU of the
/// architecture has are not listed.
std::vector<std::string> detectCpuFeatures();

/// Vendor and model as the CPU names itself; "" where it does not.
struct CpuName {
  std::string vendor;
  std::string model;
};
CpuName detectCpuName();

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_CPUFEATURES_H

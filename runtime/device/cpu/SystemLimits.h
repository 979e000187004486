// SPDX-License-Identifier: Apache-2.0
//
// How much of the machine this process may use: CPUs and memory.
//
// In a container both are less than the machine has; planning for the
// machine means threads that wait for each other and memory that kills.
#ifndef TENON_RUNTIME_DEVICE_CPU_SYSTEMLIMITS_H
#define TENON_RUNTIME_DEVICE_CPU_SYSTEMLIMITS_H

#include <cstdint>

namespace tenon::runtime {

/// CPUs this process may run on, less where a control group grants less
/// time; at least 1.
uint32_t countUsableCpus();

/// CPUs that are switched on in the machine; at least 1.
uint32_t countOnlineCpus();

/// Memory of the machine or of the control group, whichever is less, bytes.
uint64_t findMemoryBytes();

/// Data cache of a level, bytes; 0 when not known.
uint64_t findCacheBytes(int level);

uint64_t findPageBytes();

} // namespace tenon::runtime

#endif // TENON_RUNTIME_DEVICE_CPU_SYSTEMLIMITS_H

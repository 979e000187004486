// SPDX-License-Identifier: Apache-2.0
// Measures what a machine can do at best: multiply-adds in f32, dot products
// of narrow types, and bytes moved in each level of memory; by one core and by
// all. `tenon devices --probe` prints and keeps it, `tenon bench` compares
// with it.
#ifndef TENON_TOOLS_PROBE_MEASUREPEAKS_H
#define TENON_TOOLS_PROBE_MEASUREPEAKS_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tenon::probe {

/// What the machine is, as the runtime says it.
struct Machine {
  std::vector<std::string> features;
  uint64_t l1Bytes = 0, l2Bytes = 0, l3Bytes = 0; // 0: there is none
  uint32_t numCpus = 1;                           // that we may use
};

/// A rate by one core, and by all at once.
struct Rate {
  double one = 0;
  double all = 0;
};

struct Level {
  std::string name;   // "l1", "l2", "l3", "memory"
  uint64_t bytes = 0; // capacity; 0: memory
  Rate readGBytes;    // GB/s
  Rate copyGBytes;    // GB/s, bytes read and bytes written
};

struct Peaks {
  Rate f32Gflops;
  Rate bf16DotGflops; // 0: the machine has no such instruction
  Rate int8DotGops;
  std::vector<Level> levels;
};

/// Takes some seconds. `progress` hears what is measured and how much of all
/// is done. Other work on the machine makes all figures smaller.
Peaks measurePeaks(
    const Machine &machine,
    const std::function<void(const char *stage, double fraction)> &progress);

} // namespace tenon::probe

#endif // TENON_TOOLS_PROBE_MEASUREPEAKS_H

// SPDX-License-Identifier: Apache-2.0
// Williams, Waterman & Patterson, "Roofline", CACM 2009.
#include "tools/tenon/Roofline.h"

#include <algorithm>

namespace tenon::cli {

namespace {

/// Cores beyond one add what all together have above one, in proportion.
double rateOf(const probe::Rate &rate, uint32_t threads) {
  return threads > 1 ? std::min(rate.one * threads, rate.all) : rate.one;
}

const probe::Level &levelOf(const probe::Peaks &peaks, double bytes,
                            uint32_t threads) {
  for (const probe::Level &level : peaks.levels) {
    bool isShared = level.name == "l3";
    double capacity =
        static_cast<double>(level.bytes) * (isShared ? 1 : threads);
    if (level.bytes > 0 && bytes <= capacity)
      return level;
  }
  return peaks.levels.back();
}

} // namespace

Limit findLimit(const probe::Peaks &peaks, double operations, double bytes,
                uint32_t threads) {
  const probe::Level &level = levelOf(peaks, bytes, threads);
  // G per second is one per nanosecond.
  double compute = operations / rateOf(peaks.f32Gflops, threads);
  double memory = bytes / rateOf(level.copyGBytes, threads);
  return compute >= memory ? Limit{compute, "compute"}
                           : Limit{memory, level.name};
}

} // namespace tenon::cli

// SPDX-License-Identifier: Apache-2.0
// The least time that a machine with known peaks needs for some work, and
// what keeps it from being less.
#ifndef TENON_TOOLS_TENON_ROOFLINE_H
#define TENON_TOOLS_TENON_ROOFLINE_H

#include "tools/probe/MeasurePeaks.h"

#include <cstdint>
#include <string>

namespace tenon::cli {

struct Limit {
  double timeNs = 0;
  std::string bound; // "compute", or the level of memory
};

/// For `operations` in f32 and at least `bytes` read and written, by
/// `threads`. The bytes come from the smallest level that holds them.
Limit findLimit(const probe::Peaks &peaks, double operations, double bytes,
                uint32_t threads);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_ROOFLINE_H

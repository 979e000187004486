// SPDX-License-Identifier: Apache-2.0
// Times the runs of a context.
#ifndef TENON_TOOLS_TENON_MEASURE_H
#define TENON_TOOLS_TENON_MEASURE_H

#include <tenon/runtime.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tenon::cli {

/// How long to run: a number of runs, seconds, or whichever comes first.
struct MeasurePlan {
  std::optional<uint64_t> iterations;
  std::optional<double> seconds;
  std::optional<uint64_t> warmUpRuns;
};

/// Nanoseconds of one run.
struct Latency {
  double min = 0, p10 = 0, median = 0, p90 = 0, mean = 0;
  uint64_t iterations = 0;
  uint64_t warmUpRuns = 0;
};

Result<Latency> measureLatency(Context &context, const MeasurePlan &plan);

/// One step, at its best of some runs.
struct StepTime {
  std::string name;
  std::string nodes;
  double timeNs = 0;
  double operations = 0;
  double bytes = 0;
  uint32_t threads = 0;
};

/// Of a context made with profile; about `seconds` long.
Result<std::vector<StepTime>> measureSteps(Context &context, double seconds);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_MEASURE_H

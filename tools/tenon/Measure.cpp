// SPDX-License-Identifier: Apache-2.0
// Runs and reads the clock.
#include "tools/tenon/Measure.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace tenon::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::duration<double, std::nano>;

constexpr double kDefaultSeconds = 1, kWarmUpSeconds = 0.1;
/// Shorter runs are timed several at a time: the clock costs some 50 ns.
constexpr double kShortestSampleNs = 20000;
/// Samples kept, 8 bytes each.
constexpr size_t kMostSamples = 4'000'000;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs until the plan's number, or for a tenth of a second; gives the time
/// of the quickest run.
Result<double> warmUp(Context &context, const MeasurePlan &plan,
                      uint64_t &runs) {
  Clock::time_point start = Clock::now();
  double best = 0;
  auto goesOn = [&] {
    return plan.warmUpRuns ? runs < *plan.warmUpRuns
                           : secondsSince(start) < kWarmUpSeconds;
  };
  while (runs == 0 || goesOn()) {
    Clock::time_point before = Clock::now();
    if (Result<void> ran = context.run(); !ran)
      return ran.error();
    double spent = Nanoseconds(Clock::now() - before).count();
    best = runs++ == 0 ? spent : std::min(best, spent);
  }
  return best;
}

Latency summarize(std::vector<double> &samples) {
  std::sort(samples.begin(), samples.end());
  auto at = [&](double share) {
    auto index = static_cast<size_t>(share * double(samples.size() - 1) + 0.5);
    return samples[index];
  };
  constexpr double kTenth = 0.1, kHalf = 0.5, kNineTenths = 0.9;
  Latency latency{samples.front(), at(kTenth), at(kHalf), at(kNineTenths)};
  for (double sample : samples)
    latency.mean += sample / static_cast<double>(samples.size());
  return latency;
}

} // namespace

Result<Latency> measureLatency(Context &context, const MeasurePlan &plan) {
  uint64_t warmUpRuns = 0;
  Result<double> quickest = warmUp(context, plan, warmUpRuns);
  if (!quickest)
    return quickest.error();
  auto batch = static_cast<uint64_t>(
      std::clamp(kShortestSampleNs / std::max(*quickest, 1.0), 1.0, 1000.0));
  if (plan.iterations)
    batch = std::min(batch, *plan.iterations);
  double limit = plan.seconds.value_or(
      plan.iterations ? std::numeric_limits<double>::infinity()
                      : kDefaultSeconds);
  std::vector<double> samples;
  uint64_t runs = 0;
  Clock::time_point start = Clock::now();
  while (samples.empty() || (secondsSince(start) < limit &&
                             (!plan.iterations || runs < *plan.iterations) &&
                             samples.size() < kMostSamples)) {
    Clock::time_point before = Clock::now();
    for (uint64_t i = 0; i < batch; ++i)
      if (Result<void> ran = context.run(); !ran)
        return ran.error();
    samples.push_back(Nanoseconds(Clock::now() - before).count() /
                      static_cast<double>(batch));
    runs += batch;
  }
  Latency latency = summarize(samples);
  latency.iterations = runs;
  latency.warmUpRuns = warmUpRuns;
  return latency;
}

Result<std::vector<StepTime>> measureSteps(Context &context, double seconds) {
  std::vector<StepTime> steps;
  Clock::time_point start = Clock::now();
  constexpr int kLeastRuns = 3;
  for (int run = 0; run < kLeastRuns || secondsSince(start) < seconds; ++run) {
    if (Result<void> ran = context.run(); !ran)
      return ran.error();
    Result<std::span<const tenon_step_timing>> timings = context.stepTimings();
    if (!timings)
      return timings.error();
    for (size_t i = 0; i < timings->size(); ++i) {
      const tenon_step_timing &timing = (*timings)[i];
      auto time = static_cast<double>(timing.time_ns);
      if (run == 0)
        steps.push_back({timing.name, timing.nodes, time,
                         static_cast<double>(timing.operations),
                         static_cast<double>(timing.bytes), timing.threads});
      else
        steps[i].timeNs = std::min(steps[i].timeNs, time);
    }
  }
  return steps;
}

} // namespace tenon::cli

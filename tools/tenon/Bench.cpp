// SPDX-License-Identifier: Apache-2.0
// `tenon bench`: how long a run takes, what bounds it, and who else is how
// fast.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Execute.h"
#include "tools/tenon/Inputs.h"
#include "tools/tenon/Measure.h"
#include "tools/tenon/PeakCache.h"
#include "tools/tenon/Peers.h"
#include "tools/tenon/Roofline.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>
#include <map>

namespace tenon::cli {

namespace {

constexpr double kNsPerMs = 1e6;

/// A measured step beside the least time the machine allows it.
struct JudgedStep {
  StepTime step;
  Limit limit; // of time 0 when the peaks are not known
};

struct Figures {
  Latency latency;
  tenon_statistics facts = {};
  std::string inputs; // what was run, in words
  Json inputsJson;
  double openMs = 0;
  std::vector<JudgedStep> steps; // empty: neither asked for nor needed
  double limitNs = 0;            // of all steps; 0: not known
  std::string bound;             // what takes most of that
  std::vector<PeerFigures> peers;
};

void judge(const std::vector<StepTime> &steps,
           const std::optional<probe::Peaks> &peaks, Figures &figures) {
  std::map<std::string, double> timeByBound;
  for (const StepTime &step : steps) {
    JudgedStep judged{step, {}};
    if (peaks)
      judged.limit =
          findLimit(*peaks, step.operations, step.bytes, figures.facts.threads);
    figures.limitNs += judged.limit.timeNs;
    timeByBound[judged.limit.bound] += judged.limit.timeNs;
    figures.steps.push_back(std::move(judged));
  }
  double most = -1;
  for (const auto &[bound, time] : timeByBound)
    if (time > most) {
      most = time;
      figures.bound = bound;
    }
}

/// A second context, since keeping the time of every step costs some.
Result<void> profile(const Engine &engine, const BenchArguments &arguments,
                     std::vector<HostTensor> inputs, Figures &figures) {
  std::optional<probe::Peaks> peaks = loadPeaks();
  if (!peaks && !arguments.perKernel)
    return {};
  Result<PreparedRun> prepared =
      prepareRun(engine, arguments.execution, std::move(inputs), true);
  if (!prepared)
    return prepared.error();
  constexpr double kSeconds = 0.2;
  Result<std::vector<StepTime>> steps =
      measureSteps(prepared->context, kSeconds);
  if (!steps)
    return steps.error();
  judge(*steps, peaks, figures);
  return {};
}

Result<Figures> measure(const BenchArguments &arguments) {
  Progress progress(arguments.style);
  Result<std::vector<ShapeChoice>> shapes = parseShapes(arguments.model.shapes);
  if (!shapes)
    return shapes.error();
  Result<OpenedEngine> opened =
      openEngine(arguments.model, EngineUse::run, progress);
  if (!opened)
    return opened.error();
  InputArguments from = arguments.inputs;
  from.random = true;
  Result<std::vector<HostTensor>> inputs =
      gatherInputs(inputPorts(opened->engine), from, *shapes);
  if (!inputs)
    return inputs.error();
  Result<PreparedRun> prepared =
      prepareRun(opened->engine, arguments.execution, std::move(*inputs));
  if (!prepared)
    return prepared.error();
  Result<Latency> latency = measureLatency(
      prepared->context,
      {arguments.iterations, arguments.seconds, arguments.warmUpRuns});
  if (!latency)
    return latency.error();
  Figures figures;
  figures.latency = *latency;
  figures.openMs = opened->openMs;
  figures.inputs = shapesText(prepared->inputs);
  figures.inputsJson = shapesJson(prepared->inputs);
  if (Result<tenon_statistics> facts = prepared->context.statistics(); facts)
    figures.facts = *facts;
  if (Result<void> profiled = profile(opened->engine, arguments,
                                      std::move(prepared->inputs), figures);
      !profiled)
    return profiled.error();
  return figures;
}

double percentOfLimit(double limitNs, double timeNs) {
  constexpr double kWhole = 100;
  return timeNs > 0 ? kWhole * limitNs / timeNs : 0;
}

Json stepsJson(const Figures &figures) {
  Json list = Json::array();
  for (const JudgedStep &judged : figures.steps) {
    const StepTime &step = judged.step;
    Json entry = {{"kernel", step.name},    {"nodes", step.nodes},
                  {"time_ns", step.timeNs}, {"operations", step.operations},
                  {"bytes", step.bytes},    {"threads", step.threads}};
    if (judged.limit.timeNs > 0) {
      entry["bound"] = judged.limit.bound;
      entry["percent_of_limit"] =
          percentOfLimit(judged.limit.timeNs, step.timeNs);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json reportOf(const BenchArguments &arguments, const Figures &figures) {
  const Latency &latency = figures.latency;
  Json report = {{"version", 1},
                 {"inputs", figures.inputsJson},
                 {"latency_ms",
                  {{"min", latency.min / kNsPerMs},
                   {"median", latency.median / kNsPerMs},
                   {"p10", latency.p10 / kNsPerMs},
                   {"p90", latency.p90 / kNsPerMs},
                   {"mean", latency.mean / kNsPerMs}}},
                 {"iterations", latency.iterations},
                 {"warmup", latency.warmUpRuns},
                 {"threads", figures.facts.threads},
                 {"open_ms", figures.openMs},
                 {"planned_peak_bytes", figures.facts.planned_peak_bytes},
                 {"operations", figures.facts.operations},
                 {"minimum_bytes", figures.facts.bytes}};
  if (figures.limitNs > 0) {
    report["bound"] = figures.bound;
    report["percent_of_limit"] = percentOfLimit(figures.limitNs, latency.min);
  }
  if (arguments.perKernel)
    report["kernels"] = stepsJson(figures);
  if (!figures.peers.empty())
    report["against"] = peersJson(figures.peers, latency.min);
  return report;
}

void printSteps(const Figures &figures) {
  double total = 0;
  for (const JudgedStep &judged : figures.steps)
    total += judged.step.timeNs;
  printHeading("Kernels, each at its best:");
  constexpr size_t kNodeColumns = 44;
  Table table({">#", "kernel", ">time", ">share", ">operations", ">bytes",
               ">GFLOP/s", ">GB/s", "bound", ">% of limit", "nodes"});
  size_t number = 0;
  for (const JudgedStep &judged : figures.steps) {
    const StepTime &step = judged.step;
    double time = std::max(step.timeNs, 1.0);
    bool isJudged = judged.limit.timeNs > 0;
    table.addRow(
        {std::to_string(number++), step.name, timeText(step.timeNs),
         fmt::format("{:.1f}%", 100 * step.timeNs / std::max(total, 1.0)),
         countText(step.operations), bytesText(step.bytes),
         fmt::format("{:.1f}", step.operations / time),
         fmt::format("{:.1f}", step.bytes / time), judged.limit.bound,
         isJudged ? fmt::format("{:.0f}", percentOfLimit(judged.limit.timeNs,
                                                         step.timeNs))
                  : "-",
         listText({step.nodes.substr(0, kNodeColumns)}, kNodeColumns)});
  }
  table.print();
}

void print(const BenchArguments &arguments, const Figures &figures) {
  const Latency &latency = figures.latency;
  fmt::print("at {}:\n", figures.inputs);
  Table table({">min", ">p10", ">median", ">p90", ">mean", ">runs", ">threads",
               ">operations", ">least bytes", ">memory", "bound",
               ">% of limit"});
  bool isJudged = figures.limitNs > 0;
  table.addRow(
      {timeText(latency.min), timeText(latency.p10), timeText(latency.median),
       timeText(latency.p90), timeText(latency.mean),
       std::to_string(latency.iterations),
       std::to_string(figures.facts.threads),
       countText(static_cast<double>(figures.facts.operations)),
       bytesText(static_cast<double>(figures.facts.bytes)),
       bytesText(static_cast<double>(figures.facts.planned_peak_bytes)),
       figures.bound,
       isJudged
           ? fmt::format("{:.0f}", percentOfLimit(figures.limitNs, latency.min))
           : "-"});
  table.print();
  if (arguments.perKernel)
    printSteps(figures);
  if (!figures.peers.empty())
    printPeers(figures.peers, latency.min);
  if (!isJudged)
    fmt::print("\nthe machine's limits are not known; 'tenon devices --probe' "
               "measures them once\n");
}

} // namespace

Result<int> runBench(const BenchArguments &arguments) {
  Result<Figures> figures = measure(arguments);
  if (!figures)
    return figures.error();
  if (!arguments.against.empty()) {
    Result<std::vector<PeerFigures>> peers =
        measurePeers(arguments, figures->inputsJson);
    if (!peers)
      return peers.error();
    figures->peers = std::move(*peers);
  }
  if (arguments.style.json)
    printJson(reportOf(arguments, *figures));
  else
    print(arguments, *figures);
  return 0;
}

} // namespace tenon::cli

// SPDX-License-Identifier: Apache-2.0
// `tenon devices`: what this machine is, and what was measured of it.
#include "tools/tenon/Commands.h"
#include "tools/tenon/PeakCache.h"
#include "tools/tenon/Progress.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

namespace {

probe::Machine machineOf(const Json &device) {
  probe::Machine machine;
  for (const Json &feature : member(device, "features"))
    if (feature.is_string())
      machine.features.push_back(feature.get<std::string>());
  const Json &caches = member(device, "cache_bytes");
  machine.l1Bytes = static_cast<uint64_t>(integerOf(caches, "l1d"));
  machine.l2Bytes = static_cast<uint64_t>(integerOf(caches, "l2"));
  machine.l3Bytes = static_cast<uint64_t>(integerOf(caches, "l3"));
  machine.numCpus = static_cast<uint32_t>(
      std::max<int64_t>(integerOf(device, "usable_cpus"), 1));
  return machine;
}

std::string rateText(double rate, const char *unit) {
  return rate > 0 ? fmt::format("{:.4g} {}", rate, unit) : "-";
}

void printPeaks(const probe::Peaks &peaks) {
  printHeading("Measured peaks:");
  Table table({"what", ">one core", ">all cores"});
  auto add = [&](const std::string &what, const probe::Rate &rate,
                 const char *unit) {
    table.addRow({what, rateText(rate.one, unit), rateText(rate.all, unit)});
  };
  add("f32 multiply-add", peaks.f32Gflops, "Gflop/s");
  add("bf16 dot product", peaks.bf16DotGflops, "Gflop/s");
  add("int8 dot product", peaks.int8DotGops, "Gop/s");
  for (const probe::Level &level : peaks.levels) {
    add("read " + level.name, level.readGBytes, "GB/s");
    add("copy " + level.name, level.copyGBytes, "GB/s");
  }
  table.print();
}

void printFacts(const Json &device) {
  const Json &caches = member(device, "cache_bytes");
  Table table({"device", "model", ">CPUs", ">memory", ">L1", ">L2", ">L3"});
  table.addRow({textOf(device, "device"), textOf(device, "model"),
                std::to_string(integerOf(device, "usable_cpus")),
                bytesText(numberOf(device, "memory_bytes")),
                bytesText(numberOf(caches, "l1d")),
                bytesText(numberOf(caches, "l2")),
                bytesText(numberOf(caches, "l3"))});
  table.print();
  std::vector<std::string> features = machineOf(device).features;
  fmt::print("\nfeatures: {}\n", fmt::join(features, " "));
}

} // namespace

Result<int> runDevices(const DevicesArguments &arguments) {
  Result<const char *> text = deviceJson();
  if (!text)
    return text.error();
  Json device = parseJson(*text);
  std::optional<probe::Peaks> peaks;
  if (arguments.probe) {
    Progress progress(arguments.style);
    peaks = probe::measurePeaks(
        machineOf(device), [&](const char *stage, double fraction) {
          progress.show(fmt::format("measuring {}", stage).c_str(), fraction);
        });
    progress.clear();
    if (Result<void> stored = storePeaks(device, *peaks); !stored)
      return stored.error();
  } else {
    peaks = loadPeaks(device);
  }
  if (arguments.style.json) {
    device["peaks"] = peaks ? peaksJson(*peaks) : Json(nullptr);
    printJson({{"version", 1}, {"devices", Json::array({device})}});
    return 0;
  }
  printFacts(device);
  if (peaks)
    printPeaks(*peaks);
  else
    fmt::print(
        "\nnot probed yet: 'tenon devices --probe' measures the peaks\n");
  return 0;
}

} // namespace tenon::cli

// SPDX-License-Identifier: Apache-2.0
// `tenon explain`: the kernels of an engine, and why they are as they are.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/PeakCache.h"
#include "tools/tenon/Roofline.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

namespace {

/// At the optimum where that is known; else the formula.
std::string amountText(const Json &kernel, const std::string &key) {
  std::string atOptimum = key + "_at_optimum";
  return member(kernel, atOptimum.c_str()).is_number()
             ? countText(numberOf(kernel, atOptimum.c_str()))
             : textOf(kernel, key.c_str());
}

/// What would bound the kernel at its best: measured limits of this machine,
/// or the balance of a usual one.
std::string boundText(const Json &kernel,
                      const std::optional<probe::Peaks> &peaks) {
  double operations = numberOf(kernel, "operations_at_optimum");
  double bytes = numberOf(kernel, "bytes_at_optimum");
  if (operations <= 0 && bytes <= 0)
    return "-";
  if (peaks)
    return findLimit(*peaks, operations, bytes, 1).bound;
  constexpr double kUsualOperationsPerByte = 4;
  return operations > kUsualOperationsPerByte * bytes ? "compute" : "memory";
}

void printKernels(const Json &variant,
                  const std::optional<probe::Peaks> &peaks) {
  constexpr size_t kNodeColumns = 48;
  Table table({">#", "class", "nodes", ">operations", ">bytes", "bound by",
               "schedule"});
  size_t number = 0;
  for (const Json &kernel : member(variant, "kernels"))
    table.addRow({std::to_string(number++), textOf(kernel, "class"),
                  listText(textsOf(member(kernel, "nodes")), kNodeColumns),
                  amountText(kernel, "operations"), amountText(kernel, "bytes"),
                  boundText(kernel, peaks), textOf(kernel, "schedule")});
  table.print();
}

void printRemarks(const Json &variant) {
  const Json &remarks = member(variant, "remarks");
  if (remarks.empty())
    return;
  printHeading("Decisions, and why:");
  Table table({"nodes", "remark"});
  constexpr size_t kNodeColumns = 40;
  for (const Json &remark : remarks)
    table.addRow({listText({textOf(remark, "node")}, kNodeColumns),
                  textOf(remark, "text")});
  table.print();
}

} // namespace

Result<int> runExplain(const ExplainArguments &arguments) {
  ModelArguments model = arguments.model;
  model.skipVerify = true;
  Progress progress(arguments.style);
  Result<OpenedEngine> opened = openEngine(model, EngineUse::look, progress);
  if (!opened)
    return opened.error();
  Result<const char *> text = opened->engine.explainJson();
  if (!text)
    return text.error();
  Json report = parseJson(*text);
  const Json &variants = member(report, "variants");
  if (variants.empty())
    return Failure{TENON_NOT_FOUND,
                   model.path + ": the engine carries no explanation; build "
                                "it again with this version"};
  if (arguments.style.json) {
    printJson(report);
    return 0;
  }
  std::optional<probe::Peaks> peaks = loadPeaks();
  for (const Json &variant : variants) {
    fmt::print("{}{}: {} kernels\n", &variant == &variants.front() ? "" : "\n",
               printable(textOf(variant, "target")),
               member(variant, "kernels").size());
    printKernels(variant, peaks);
    printRemarks(variant);
  }
  return 0;
}

} // namespace tenon::cli

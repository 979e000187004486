// SPDX-License-Identifier: Apache-2.0
// `tenon explain`: the kernels of an engine, and why they are as they are.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

namespace {

/// A list of texts of a JSON array.
std::vector<std::string> textsOf(const Json &array) {
  std::vector<std::string> texts;
  for (const Json &entry : array)
    if (entry.is_string())
      texts.push_back(entry.get<std::string>());
  return texts;
}

/// Numbers are given as texts: they may be formulas over the dimensions.
std::string amountText(const Json &kernel, const char *key) {
  const Json &value = member(kernel, key);
  return value.is_string() ? value.get<std::string>()
                           : countText(numberOf(kernel, key));
}

void printKernels(const Json &variant) {
  constexpr size_t kNodeColumns = 48;
  Table table({">#", "class", "nodes", ">operations", ">bytes", "bound by",
               "schedule"});
  size_t number = 0;
  for (const Json &kernel : member(variant, "kernels"))
    table.addRow({std::to_string(number++), textOf(kernel, "class"),
                  listText(textsOf(member(kernel, "nodes")), kNodeColumns),
                  amountText(kernel, "operations"), amountText(kernel, "bytes"),
                  textOf(kernel, "bound"), textOf(kernel, "schedule")});
  table.print();
}

void printBoundaries(const Json &variant) {
  const Json &boundaries = member(variant, "boundaries");
  if (boundaries.empty())
    return;
  printHeading("Not fused, and why:");
  Table table({"from", "to", "reason"});
  for (const Json &boundary : boundaries)
    table.addRow({textOf(boundary, "from"), textOf(boundary, "to"),
                  textOf(boundary, "reason")});
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
  for (const Json &variant : variants) {
    fmt::print("{}{}: {} kernels\n", &variant == &variants.front() ? "" : "\n",
               textOf(variant, "target"), member(variant, "kernels").size());
    printKernels(variant);
    printBoundaries(variant);
  }
  return 0;
}

} // namespace tenon::cli

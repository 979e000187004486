// SPDX-License-Identifier: Apache-2.0
// `tenon check`: what a build would meet.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Failures.h"
#include "tools/tenon/MemoryText.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>
#include <map>

namespace tenon::cli {

namespace {

/// Problems of one kind are one row: a model may have thousands of them.
void printProblems(const Json &problems) {
  std::map<std::vector<std::string>, std::vector<std::string>> nodesOf;
  for (const Json &problem : problems)
    nodesOf[{textOf(problem, "op"), textOf(problem, "what"),
             textOf(problem, "hint")}]
        .push_back(textOf(problem, "node"));
  constexpr size_t kNodeColumns = 60;
  Table table({"operator", ">nodes", "what", "what would work", "which"});
  for (const auto &[key, nodes] : nodesOf)
    table.addRow({key[0], std::to_string(nodes.size()), key[1], key[2],
                  listText(nodes, kNodeColumns)});
  table.print();
}

void printSlow(const Json &slow) {
  if (slow.empty())
    return;
  printHeading("Supported, and slow:");
  Table table({"nodes", "why"});
  constexpr size_t kNodeColumns = 60;
  for (const Json &entry : slow)
    table.addRow({listText(textsOf(member(entry, "nodes")), kNodeColumns),
                  textOf(entry, "why")});
  table.print();
}

void printPrediction(const Json &report) {
  const Json &predicted = member(report, "predicted");
  fmt::print("{} kernels; a build takes about {:.1f} s here\n",
             integerOf(predicted, "kernels"),
             numberOf(predicted, "build_ms") / 1000);
  fmt::print("{}\n", memoryText(member(report, "memory")));
}

void print(const CheckArguments &arguments, const Json &report) {
  const Json &problems = member(report, "problems");
  if (textOf(report, "status") != "ok") {
    fmt::print("{}: {} problem(s)\n\n", arguments.model.path, problems.size());
    printProblems(problems);
    return;
  }
  fmt::print("{}: supported\n", arguments.model.path);
  if (member(report, "predicted").is_object())
    printPrediction(report);
  printSlow(member(report, "slow"));
}

} // namespace

Result<int> runCheck(const CheckArguments &arguments) {
  if (isEngineFile(arguments.model.path))
    return wrongUse(arguments.model.path +
                    " is an engine, which was checked when it was built; "
                    "name a model, or see 'tenon inspect'");
  Progress progress(arguments.style);
  Result<Compilation> made =
      Compilation::run(Compilation::Kind::check, arguments.model, progress);
  if (!made)
    return made.error();
  const Failure &failure = made->failure();
  bool isListed =
      failure.status == TENON_OK || failure.status == TENON_UNSUPPORTED;
  if (!isListed && !arguments.style.json)
    return failure;
  Json report = made->report();
  report["model"] = arguments.model.path;
  if (arguments.style.json)
    printJson(report);
  else
    print(arguments, report);
  return tenon_status_exit_code(failure.status);
}

} // namespace tenon::cli

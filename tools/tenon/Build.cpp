// SPDX-License-Identifier: Apache-2.0
// `tenon build`: a model to an engine file.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Failures.h"
#include "tools/tenon/MemoryText.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

namespace {

Json reportOf(const BuildArguments &arguments, const Compilation &made) {
  Json report = made.report();
  report["model"] = arguments.model.path;
  report["engine"] = arguments.engine;
  return report;
}

std::string verdictText(const Json &verify) {
  if (!flagOf(verify, "ran"))
    return "not verified";
  return fmt::format("{} elements checked, {} mismatches",
                     integerOf(verify, "checked"),
                     integerOf(verify, "mismatches"));
}

void print(const Json &report) {
  fmt::print("{}: {} in {:.0f} ms; {}\n", textOf(report, "engine"),
             bytesText(numberOf(report, "engine_bytes")),
             numberOf(report, "build_ms"),
             verdictText(member(report, "verify")));
  fmt::print("{}\n\n", memoryText(member(report, "memory")));
  Table table({"target", ">kernels", ">distinct", ">code", ">compile ms"});
  for (const Json &target : member(report, "targets"))
    table.addRow({textOf(target, "target"),
                  std::to_string(integerOf(target, "kernels")),
                  std::to_string(integerOf(target, "distinct_kernels")),
                  bytesText(numberOf(target, "code_bytes")),
                  fmt::format("{:.0f}", numberOf(target, "compile_ms"))});
  table.print();
}

} // namespace

Result<int> runBuild(const BuildArguments &arguments) {
  if (isEngineFile(arguments.model.path))
    return wrongUse(arguments.model.path + " is an engine already; name the "
                                           "model it was built from");
  Progress progress(arguments.style);
  Result<Compilation> made =
      Compilation::run(Compilation::Kind::compile, arguments.model, progress);
  if (!made)
    return made.error();
  if (made->failure().status != TENON_OK)
    return made->failure();
  if (Result<void> written = made->writeEngine(arguments.engine); !written)
    return written.error();
  Json report = reportOf(arguments, *made);
  if (arguments.style.json)
    printJson(report);
  else if (!arguments.style.quiet)
    print(report);
  return 0;
}

} // namespace tenon::cli

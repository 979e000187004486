// SPDX-License-Identifier: Apache-2.0
// `tenon build`: a model to an engine file.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Failures.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

namespace {

/// What one context will allocate at the optimum of every dimension, planned
/// by the runtime itself; 0 when it cannot be planned there.
uint64_t plannedPeak(std::span<const std::byte> bytes) {
  tenon_engine_options options = engineOptions();
  options.inspect_only = 1;
  Result<Engine> engine = Engine::loadMemory(bytes, options);
  if (!engine)
    return 0;
  Result<tenon_memory_info> memory = engine->planMemory();
  return memory ? memory->planned_peak_bytes : 0;
}

Json reportOf(const BuildArguments &arguments, const Compilation &made) {
  Json report = made.report();
  report["model"] = arguments.model.path;
  report["engine"] = arguments.engine;
  report["memory"]["planned_peak_bytes"] = plannedPeak(made.engine());
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
  const Json &memory = member(report, "memory");
  fmt::print("{}: {} in {:.0f} ms; {}\n", textOf(report, "engine"),
             bytesText(numberOf(report, "engine_bytes")),
             numberOf(report, "build_ms"),
             verdictText(member(report, "verify")));
  fmt::print("memory of one run: {} beside {} of weights\n\n",
             bytesText(numberOf(memory, "planned_peak_bytes")),
             bytesText(numberOf(memory, "weights_bytes")));
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

// SPDX-License-Identifier: Apache-2.0
// `tenon run`: tensors through a model or an engine, once.
#include "tools/tenon/Commands.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Execute.h"
#include "tools/tenon/Failures.h"
#include "tools/tenon/Inputs.h"
#include "tools/tenon/Outputs.h"
#include "tools/tenon/Table.h"

#include <chrono>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct Finished {
  std::string inputs; // what was run, in words
  Json inputsJson;
  std::vector<HostTensor> outputs;
  double runMs = 0;
  uint64_t plannedPeakBytes = 0; // 0: not known
};

Result<std::vector<ShapeChoice>> shapesOf(const RunArguments &arguments) {
  return parseShapes(arguments.model.shapes);
}

Result<Finished> runOnReference(const RunArguments &arguments) {
  if (isEngineFile(arguments.model.path))
    return wrongUse("--device reference interprets a model, and " +
                    arguments.model.path +
                    " is an engine; name the model it was built from");
  Progress progress(arguments.style);
  Result<Compilation> signature =
      Compilation::run(Compilation::Kind::signature, arguments.model, progress);
  if (!signature)
    return signature.error();
  if (signature->failure().status != TENON_OK)
    return signature->failure();
  Result<std::vector<ShapeChoice>> shapes = shapesOf(arguments);
  if (!shapes)
    return shapes.error();
  Result<std::vector<HostTensor>> inputs =
      gatherInputs(inputPorts(signature->report()), arguments.inputs, *shapes);
  if (!inputs)
    return inputs.error();
  Clock::time_point start = Clock::now();
  Result<std::vector<HostTensor>> outputs =
      runReference(arguments.model, arguments.execution, *inputs, progress);
  if (!outputs)
    return outputs.error();
  Finished finished;
  finished.runMs =
      std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  finished.inputs = shapesText(*inputs);
  finished.inputsJson = shapesJson(*inputs);
  finished.outputs = std::move(*outputs);
  return finished;
}

Result<Finished> runOnDevice(const RunArguments &arguments) {
  Progress progress(arguments.style);
  Result<std::vector<ShapeChoice>> shapes = shapesOf(arguments);
  if (!shapes)
    return shapes.error();
  Result<OpenedEngine> opened =
      openEngine(arguments.model, EngineUse::run, progress);
  if (!opened)
    return opened.error();
  const Engine &engine = opened->engine;
  Result<std::vector<HostTensor>> inputs =
      gatherInputs(inputPorts(engine), arguments.inputs, *shapes);
  if (!inputs)
    return inputs.error();
  Result<PreparedRun> prepared =
      prepareRun(engine, arguments.execution, std::move(*inputs));
  if (!prepared)
    return prepared.error();
  Clock::time_point start = Clock::now();
  if (Result<void> ran = prepared->context.run(); !ran)
    return ran.error();
  Finished finished;
  finished.runMs =
      std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  finished.inputs = shapesText(prepared->inputs);
  finished.inputsJson = shapesJson(prepared->inputs);
  if (Result<tenon_statistics> facts = prepared->context.statistics(); facts)
    finished.plannedPeakBytes = facts->planned_peak_bytes;
  Result<std::vector<HostTensor>> outputs =
      readOutputs(engine, prepared->context);
  if (!outputs)
    return outputs.error();
  finished.outputs = std::move(*outputs);
  return finished;
}

void report(const RunArguments &arguments, const Finished &finished,
            const std::vector<std::string> &files) {
  if (arguments.style.json) {
    printJson({{"version", 1},
               {"device", arguments.execution.device},
               {"run_ms", finished.runMs},
               {"planned_peak_bytes", finished.plannedPeakBytes},
               {"inputs", finished.inputsJson},
               {"outputs", outputsJson(finished.outputs, files)}});
    return;
  }
  if (arguments.style.quiet)
    return;
  printOutputs(finished.outputs, files);
  fmt::print("\nran on {} at {} in {:.3f} ms", arguments.execution.device,
             finished.inputs, finished.runMs);
  if (finished.plannedPeakBytes)
    fmt::print("; memory beside the weights: {}",
               bytesText(static_cast<double>(finished.plannedPeakBytes)));
  fmt::print("\n");
}

} // namespace

Result<int> runRun(const RunArguments &arguments) {
  Result<Finished> finished = arguments.execution.device == "reference"
                                  ? runOnReference(arguments)
                                  : runOnDevice(arguments);
  if (!finished)
    return finished.error();
  std::vector<std::string> files;
  if (!arguments.outputFolder.empty()) {
    Result<std::vector<std::string>> written =
        writeOutputs(arguments.outputFolder, finished->outputs);
    if (!written)
      return written.error();
    files = std::move(*written);
  }
  report(arguments, *finished, files);
  return 0;
}

} // namespace tenon::cli

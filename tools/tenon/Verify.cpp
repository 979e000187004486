// SPDX-License-Identifier: Apache-2.0
// `tenon verify`: results against the truth, element by element. The truth is
// the reference interpreter, or the outputs of a test set.
#include "tools/tenon/Commands.h"
#include "tools/tenon/Differences.h"
#include "tools/tenon/EngineSource.h"
#include "tools/tenon/Execute.h"
#include "tools/tenon/Failures.h"
#include "tools/tenon/Inputs.h"
#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

namespace {

class Verifier {
public:
  explicit Verifier(const VerifyArguments &arguments)
      : arguments(arguments), progress(arguments.style) {}

  Result<int> run();

private:
  Result<void> checkUse();
  Result<void> verifyTestSet(const std::string &folder);
  Result<void> verifyAgainstReference();
  Result<std::vector<HostTensor>> compute(std::vector<HostTensor> inputs);
  std::string truthModel() const {
    return arguments.truthModel.empty() ? arguments.model.path
                                        : arguments.truthModel;
  }

  const VerifyArguments &arguments;
  Progress progress;
  bool isEngine = false;
  OpenedEngine opened;
  std::vector<ComparedSet> sets;
};

Result<void> Verifier::checkUse() {
  isEngine = isEngineFile(arguments.model.path);
  if (isEngine && arguments.model.exposeNodes)
    return wrongUse("--all needs the model: an engine holds no results of "
                    "single nodes");
  if (!isEngine && !arguments.truthModel.empty())
    return wrongUse("--model belongs to an engine; " + arguments.model.path +
                    " is a model itself");
  if (!arguments.truthModel.empty() && isEngineFile(arguments.truthModel))
    return wrongUse("--model: " + arguments.truthModel +
                    " is an engine; name the model it was built from");
  return {};
}

Result<std::vector<HostTensor>>
Verifier::compute(std::vector<HostTensor> inputs) {
  Result<PreparedRun> prepared =
      prepareRun(opened.engine, arguments.execution, std::move(inputs));
  if (!prepared)
    return prepared.error();
  if (Result<void> ran = prepared->context.run(); !ran)
    return ran.error();
  return readOutputs(opened.engine, prepared->context);
}

Result<void> Verifier::verifyTestSet(const std::string &folder) {
  std::vector<Port> inputs = inputPorts(opened.engine);
  std::vector<Port> outputs = outputPorts(opened.engine);
  Result<std::vector<HostTensor>> given = readTestSet(folder, "input", inputs);
  if (!given)
    return given.error();
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Result<void> checked = checkTensor(inputs[i], (*given)[i], folder);
        !checked)
      return checked;
  Result<std::vector<HostTensor>> expected =
      readTestSet(folder, "output", outputs);
  if (!expected)
    return expected.error();
  Result<std::vector<HostTensor>> actual = compute(std::move(*given));
  if (!actual)
    return actual.error();
  sets.push_back(compareAll(folder, *actual, *expected, arguments));
  return {};
}

Result<void> Verifier::verifyAgainstReference() {
  Result<std::vector<ShapeChoice>> shapes = parseShapes(arguments.model.shapes);
  if (!shapes)
    return shapes.error();
  InputArguments from = arguments.inputs;
  bool isGiven = !from.files.empty() || !from.folder.empty();
  from.random |= !isGiven;
  Result<std::vector<HostTensor>> inputs =
      gatherInputs(inputPorts(opened.engine), from, *shapes);
  if (!inputs)
    return inputs.error();
  ModelArguments truth = arguments.model;
  truth.path = truthModel();
  if (isEngine)
    truth.shapes.clear(); // they chose sizes of inputs, not of the model
  Result<std::vector<HostTensor>> expected =
      runReference(truth, arguments.execution, *inputs, progress);
  if (!expected)
    return expected.error();
  Result<std::vector<HostTensor>> actual = compute(std::move(*inputs));
  if (!actual)
    return actual.error();
  std::string name = isGiven ? "the reference on the inputs given"
                             : fmt::format("the reference on random inputs, "
                                           "seed {}",
                                           from.seed);
  sets.push_back(compareAll(name, *actual, *expected, arguments));
  return {};
}

/// What an engine says of itself, when there is nothing to compare with.
Result<int> showVerdict(const Engine &engine,
                        const VerifyArguments &arguments) {
  Result<const char *> text = engine.verdictJson();
  Json verdict = text ? parseJson(*text) : Json(nullptr);
  int64_t checked = 0, mismatches = 0;
  for (const Json &variant : member(verdict, "variants")) {
    checked += integerOf(variant, "checked");
    mismatches += integerOf(variant, "mismatches");
  }
  if (checked == 0)
    return wrongUse(arguments.model.path +
                    ": the engine was built without verification; give "
                    "--model MODEL or --test-set DIR to compare with");
  if (arguments.style.json)
    printJson({{"version", 1},
               {"matches", mismatches == 0},
               {"sets", Json::array()},
               {"verdict", verdict}});
  else
    fmt::print("when it was built: {} elements checked, {} mismatches\n"
               "(--model MODEL or --test-set DIR compares now)\n",
               checked, mismatches);
  return tenon_status_exit_code(mismatches ? TENON_VERIFICATION_FAILED
                                           : TENON_OK);
}

Result<int> Verifier::run() {
  if (Result<void> checked = checkUse(); !checked)
    return checked.error();
  ModelArguments model = arguments.model;
  model.skipVerify = true; // whole outputs say more than samples
  Result<OpenedEngine> result = openEngine(model, EngineUse::run, progress);
  if (!result)
    return result.error();
  opened = std::move(*result);
  if (isEngine && arguments.testSets.empty() && arguments.truthModel.empty())
    return showVerdict(opened.engine, arguments);
  for (const std::string &folder : arguments.testSets)
    if (Result<void> done = verifyTestSet(folder); !done)
      return done.error();
  if (arguments.testSets.empty())
    if (Result<void> done = verifyAgainstReference(); !done)
      return done.error();
  progress.clear();
  bool matches = true;
  for (const ComparedSet &set : sets)
    matches &= set.matches();
  if (arguments.style.json)
    printJson(differencesJson(sets));
  else
    printDifferences(sets);
  return tenon_status_exit_code(matches ? TENON_OK : TENON_VERIFICATION_FAILED);
}

} // namespace

Result<int> runVerify(const VerifyArguments &arguments) {
  return Verifier(arguments).run();
}

} // namespace tenon::cli

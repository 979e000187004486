// SPDX-License-Identifier: Apache-2.0
// Reads, imports, runs and compares one test of the suite.
#include "test/onnx/ConformanceTest.h"
#include "compiler/onnx/Importer.h"
#include "compiler/onnx/wire/ModelFile.h"
#include "compiler/onnx/wire/TensorData.h"
#include "mlir/IR/Verifier.h"
#include "test/onnx/DataSet.h"
#include <set>

using namespace mlir;

namespace tenon {

namespace {

class TestRun {
public:
  TestRun(const std::string &folder, ConformanceDevice *device,
          const Tolerance &tolerance)
      : folder(folder), device(device), tolerance(tolerance) {}

  TestOutcome run();

private:
  void fail(std::string why) { end(TestStatus::Failed, std::move(why)); }
  void end(TestStatus status, std::string why) {
    outcome.status = status;
    outcome.why = std::move(why);
  }
  bool readModel();
  bool import();
  bool importWithValues();
  bool tryImport(const std::set<size_t> &given);
  void reportProblems();
  void runData(const DataSet &data);
  void compare(const DataSet &data, llvm::ArrayRef<HostTensor> found);

  const std::string &folder;
  ConformanceDevice *device;
  const Tolerance &tolerance;
  TestOutcome outcome;
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OnnxModel model;
  std::vector<DataSet> sets;
  std::string dataError;
  /// Names of the model's inputs that no initializer defines.
  std::vector<std::string> inputs;
  ImportResult imported;
};

bool TestRun::readModel() {
  OnnxModelOrErrors read = loadModel(folder + "/model.onnx");
  if (!read.errors.empty()) {
    fail(read.errors.front().text());
    return false;
  }
  model = std::move(read.model);
  std::set<std::string> ops, initialized;
  for (const OnnxNode &node : model.graph->nodes)
    ops.insert(std::string(node.opType));
  outcome.ops.assign(ops.begin(), ops.end());
  for (const OnnxTensor &tensor : model.graph->initializers)
    initialized.insert(std::string(tensor.name));
  for (const OnnxValueInfo &input : model.graph->inputs)
    if (!initialized.count(std::string(input.name)))
      inputs.emplace_back(input.name);
  return true;
}

void TestRun::reportProblems() {
  bool invalid = false;
  std::string why;
  for (const ImportProblem &problem : imported.problems) {
    invalid |= problem.kind == ImportProblem::Kind::Invalid;
    if (!why.empty())
      why += "; ";
    why += problem.opType.empty() ? problem.what
                                  : problem.opType + ": " + problem.what;
  }
  end(invalid ? TestStatus::Failed : TestStatus::Unsupported, why);
}

/// Imports with the inputs of these positions fixed to the first data set's
/// values.
bool TestRun::tryImport(const std::set<size_t> &given) {
  ImportOptions options;
  for (size_t i : given)
    options.values[inputs[i]] = sets.front().inputs[i];
  imported = importModel(context, model, options);
  return imported.problems.empty();
}

/// Which inputs must be known is not written anywhere: all small ones at
/// first, then as many as possible of them become inputs again.
bool TestRun::importWithValues() {
  constexpr int64_t kMaxGivenElements = 64;
  if (sets.empty() || sets.front().inputs.size() != inputs.size())
    return false;
  std::set<size_t> given;
  for (size_t i = 0; i < inputs.size(); ++i) {
    OnnxResult<int64_t> count = elementCount(sets.front().inputs[i].tensor);
    if (count && *count <= kMaxGivenElements)
      given.insert(i);
  }
  if (given.empty() || !tryImport(given))
    return false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::set<size_t> fewer = given;
    if (fewer.erase(i) && tryImport(fewer))
      given = std::move(fewer);
  }
  for (size_t i : given)
    outcome.given.push_back(inputs[i]);
  return tryImport(given);
}

bool TestRun::import() {
  imported = importModel(context, model);
  if (!imported.problems.empty()) {
    reportProblems();
    bool refused = outcome.status == TestStatus::Unsupported;
    if (!refused || !importWithValues())
      return false;
    end(TestStatus::Passed, "");
  }
  if (succeeded(verify(*imported.module)))
    return true;
  fail("the imported module is broken");
  return false;
}

void TestRun::compare(const DataSet &data, llvm::ArrayRef<HostTensor> found) {
  if (found.size() != data.outputs.size())
    return fail("gives " + std::to_string(found.size()) +
                " outputs, expected " + std::to_string(data.outputs.size()));
  for (size_t i = 0; i < found.size(); ++i) {
    std::string name(model.graph->outputs[i].name);
    std::optional<HostTensor> expected =
        hostTensor(&context, data.outputs[i].tensor);
    if (!expected)
      return fail("output '" + name + "' is expected to have another type");
    if (auto text = describeDifference(found[i], *expected, tolerance))
      return fail("output '" + name + "' " + *text);
  }
}

void TestRun::runData(const DataSet &data) {
  std::vector<HostTensor> arguments, results;
  if (data.inputs.size() != inputs.size())
    return fail("the model has " + std::to_string(inputs.size()) +
                " inputs, the data set " + std::to_string(data.inputs.size()));
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (llvm::is_contained(outcome.given, inputs[i]))
      continue;
    std::optional<HostTensor> tensor =
        hostTensor(&context, data.inputs[i].tensor);
    if (!tensor)
      return fail("input '" + inputs[i] + "' cannot be read");
    arguments.push_back(std::move(*tensor));
  }
  if (auto problem = device->run(arguments, results))
    return end(problem->unsupported ? TestStatus::Unsupported
                                    : TestStatus::Failed,
               problem->what);
  compare(data, results);
}

TestOutcome TestRun::run() {
  if (!readModel())
    return outcome;
  sets = readDataSets(folder, dataError);
  if (!import() || !device)
    return outcome;
  if (sets.empty())
    fail(dataError);
  else if (auto problem = device->prepare(*imported.module))
    end(problem->unsupported ? TestStatus::Unsupported : TestStatus::Failed,
        problem->what);
  for (const DataSet &data : sets)
    if (outcome.status == TestStatus::Passed)
      runData(data);
  return outcome;
}

} // namespace

TestOutcome runConformanceTest(const std::string &folder,
                               ConformanceDevice *device,
                               const Tolerance &tolerance) {
  return TestRun(folder, device, tolerance).run();
}

} // namespace tenon

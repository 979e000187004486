// SPDX-License-Identifier: Apache-2.0
// tenon-conformance: runs tests of the ONNX backend suite, one line of JSON
// for each, flushed at once so that a crash costs one test (batch.py reads
// them).
//
//   tenon-conformance --device reference|cpu|import [--rtol R] [--atol A]
//                     LISTFILE
//
// LISTFILE names one test folder a line. `import` only reads and imports.
// Exits with 0 after the last line, with 2 for wrong use.
#include "test/onnx/ConformanceTest.h"
#include "llvm/Support/JSON.h"
#include <fstream>
#include <iostream>

using namespace tenon;

namespace {

struct Arguments {
  std::string device, listFile;
  Tolerance tolerance;
};

constexpr const char *kUsage =
    "usage: tenon-conformance --device reference|cpu|import [--rtol R] "
    "[--atol A] LISTFILE";
constexpr int kWrongUse = 2;

bool parseNumber(llvm::StringRef text, double &number) {
  return !text.getAsDouble(number);
}

bool parseArguments(llvm::ArrayRef<const char *> words, Arguments &result) {
  for (size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    if (!word.starts_with("--")) {
      result.listFile = word.str();
      continue;
    }
    if (++i == words.size())
      return false;
    bool known =
        word == "--device" ||
        (word == "--rtol" &&
         parseNumber(words[i], result.tolerance.relative)) ||
        (word == "--atol" && parseNumber(words[i], result.tolerance.absolute));
    if (!known)
      return false;
    if (word == "--device")
      result.device = words[i];
  }
  return !result.listFile.empty();
}

llvm::StringRef statusText(TestStatus status) {
  switch (status) {
  case TestStatus::Passed:
    return "passed";
  case TestStatus::Failed:
    return "failed";
  case TestStatus::Unsupported:
    return "unsupported";
  }
  return "";
}

void print(const std::string &test, const TestOutcome &outcome) {
  llvm::json::Object line{{"test", test},
                          {"status", statusText(outcome.status)},
                          {"why", llvm::json::fixUTF8(outcome.why)},
                          {"ops", llvm::json::Array(outcome.ops)},
                          {"given", llvm::json::Array(outcome.given)}};
  llvm::outs() << llvm::json::Value(std::move(line)) << "\n";
  llvm::outs().flush();
}

std::unique_ptr<ConformanceDevice> makeDevice(llvm::StringRef name) {
  if (name == "reference")
    return makeReferenceDevice();
  if (name == "cpu")
    return makeCpuDevice();
  return nullptr;
}

} // namespace

int main(int count, char **words) {
  Arguments arguments;
  if (!parseArguments(llvm::ArrayRef<const char *>(words, count).drop_front(),
                      arguments)) {
    std::cerr << kUsage << "\n";
    return kWrongUse;
  }
  std::unique_ptr<ConformanceDevice> device = makeDevice(arguments.device);
  if (!device && arguments.device != "import") {
    std::cerr << "no device '" << arguments.device << "'; " << kUsage << "\n";
    return kWrongUse;
  }
  std::ifstream list(arguments.listFile);
  if (!list) {
    std::cerr << "cannot read " << arguments.listFile << "\n";
    return kWrongUse;
  }
  for (std::string test; std::getline(list, test);)
    if (!test.empty())
      print(test, runConformanceTest(test, device.get(), arguments.tolerance));
  return 0;
}

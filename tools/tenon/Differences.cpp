// SPDX-License-Identifier: Apache-2.0
// Compares and shows differences.
#include "tools/tenon/Differences.h"

#include "tools/tenon/Table.h"
#include "tools/tensor/ValueSummary.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tenon::cli {

namespace {

/// Share of the tensor's range, and of the element, that a float may be off:
/// what sums of some thousand rounded terms come to in each type.
double shareAllowed(OnnxElementType type) {
  switch (type) {
  case OnnxElementType::Float64:
    return 1e-9;
  case OnnxElementType::Float32:
    return 1e-4;
  case OnnxElementType::Float16:
    return 5e-3;
  case OnnxElementType::Bfloat16:
    return 4e-2;
  default:
    return 0;
  }
}

CompareTolerance toleranceFor(const HostTensor &expected,
                              const VerifyArguments &arguments) {
  double share = shareAllowed(expected.elementType);
  double span = share > 0 ? summarizeValues(expected).span() : 0;
  return {arguments.absoluteTolerance.value_or(share * span),
          arguments.relativeTolerance.value_or(share)};
}

ComparedOutput compareOutput(const HostTensor &actual,
                             const HostTensor &expected,
                             const VerifyArguments &arguments) {
  ComparedOutput output{
      actual.name, std::string(elementTypeName(actual.elementType)),
      actual.shape,
      compareTensors(actual, expected, toleranceFor(expected, arguments)), ""};
  const TensorDifference &difference = output.difference;
  if (!difference.sameType || !difference.sameShape) {
    output.firstWrong = fmt::format(
        "{}, expected {}", describeTensor(actual.elementType, actual.shape),
        describeTensor(expected.elementType, expected.shape));
  } else if (difference.firstMismatch >= 0) {
    int64_t at = difference.firstMismatch;
    output.firstWrong =
        fmt::format("{}: {}, expected {}", elementPosition(actual, at),
                    elementText(actual, at), elementText(expected, at));
  }
  return output;
}

/// JSON has no infinity.
Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json outputJson(const ComparedOutput &output) {
  const TensorDifference &difference = output.difference;
  return {{"name", output.name},
          {"type", output.type},
          {"shape", output.shape},
          {"matches", difference.matches()},
          {"elements", difference.numElements},
          {"mismatches", difference.numMismatches},
          {"max_abs_error", finite(difference.maxAbsoluteError)},
          {"max_error_of_range", finite(difference.maxErrorOfRange)},
          {"max_rel_error", finite(difference.maxRelativeError)},
          {"max_ulp", difference.maxUlp},
          {"cosine", finite(difference.cosine)},
          {"first_wrong", output.firstWrong.empty() ? Json(nullptr)
                                                    : Json(output.firstWrong)}};
}

} // namespace

bool ComparedSet::matches() const {
  return std::all_of(
      outputs.begin(), outputs.end(),
      [](const ComparedOutput &output) { return output.difference.matches(); });
}

ComparedSet compareAll(std::string name, const std::vector<HostTensor> &actual,
                       const std::vector<HostTensor> &expected,
                       const VerifyArguments &arguments) {
  ComparedSet set{std::move(name), {}};
  for (size_t i = 0; i < actual.size(); ++i) {
    auto named = std::find_if(
        expected.begin(), expected.end(),
        [&](const HostTensor &one) { return one.name == actual[i].name; });
    bool isNamed = named != expected.end();
    if (isNamed || i < expected.size())
      set.outputs.push_back(
          compareOutput(actual[i], isNamed ? *named : expected[i], arguments));
  }
  return set;
}

Json differencesJson(const std::vector<ComparedSet> &sets) {
  Json list = Json::array();
  Json firstWrong = nullptr;
  bool matches = true;
  for (const ComparedSet &set : sets) {
    Json outputs = Json::array();
    for (const ComparedOutput &output : set.outputs) {
      outputs.push_back(outputJson(output));
      if (firstWrong.is_null() && !output.difference.matches())
        firstWrong = output.name;
    }
    matches &= set.matches();
    list.push_back({{"truth", set.name},
                    {"matches", set.matches()},
                    {"outputs", std::move(outputs)}});
  }
  return {{"version", 1},
          {"matches", matches},
          {"first_wrong", std::move(firstWrong)},
          {"sets", std::move(list)}};
}

void printDifferences(const std::vector<ComparedSet> &sets) {
  for (const ComparedSet &set : sets) {
    fmt::print("against {}: {}\n", set.name,
               set.matches() ? "equal within the tolerance" : "DIFFERENT");
    Table table({"output", "type", "shape", ">max abs error", ">of range",
                 ">max ulp", ">wrong", "first wrong"});
    for (const ComparedOutput &output : set.outputs) {
      const TensorDifference &difference = output.difference;
      table.addRow(
          {output.name, output.type, shapeText(output.shape),
           fmt::format("{:.3g}", difference.maxAbsoluteError),
           fmt::format("{:.3g}", difference.maxErrorOfRange),
           difference.maxUlp < 0 ? "-" : std::to_string(difference.maxUlp),
           std::to_string(difference.numMismatches), output.firstWrong});
    }
    table.print();
  }
}

} // namespace tenon::cli

// SPDX-License-Identifier: Apache-2.0
// Comparison of a run's outputs with the expected ones, and its tables.
#ifndef TENON_TOOLS_TENON_DIFFERENCES_H
#define TENON_TOOLS_TENON_DIFFERENCES_H

#include "tools/tenon/Arguments.h"
#include "tools/tenon/Json.h"
#include "tools/tensor/CompareTensors.h"

namespace tenon::cli {

struct ComparedOutput {
  std::string name;
  std::string type;
  std::vector<int64_t> shape;
  TensorDifference difference;
  std::string firstWrong; // "[0,3]: 1.5, expected 1.25"; empty: none
};

struct ComparedSet {
  std::string name; // what the truth is
  std::vector<ComparedOutput> outputs;

  bool matches() const;
};

/// Compares outputs by name (by place where names are missing). Tolerances
/// are the user's, else by type: floats may be off by a share of the tensor's
/// range as well as of the element; all else must be equal.
ComparedSet compareAll(std::string name, const std::vector<HostTensor> &actual,
                       const std::vector<HostTensor> &expected,
                       const VerifyArguments &arguments);

/// {"version":1,"matches","sets":[{"truth","matches","outputs":[...]}],
///  "first_wrong": name or null}.
Json differencesJson(const std::vector<ComparedSet> &sets);
void printDifferences(const std::vector<ComparedSet> &sets);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_DIFFERENCES_H

// SPDX-License-Identifier: Apache-2.0
//
// Names step and node of a fault, and what the kernel met.
#include "runtime/core/FaultText.h"

#include "format/FaultWord.h"

namespace tenon::runtime {

namespace {

std::string describeReason(int64_t word) {
  int32_t found = format::faultFound(word);
  switch (format::faultReason(word)) {
  case format::FaultReason::indexOutOfRange:
    return "an index in the data is out of range" +
           (found != 0 ? " (" + std::to_string(found) + ")" : "");
  case format::FaultReason::divisionByZero:
    return "an integer in the data is divided by zero";
  case format::FaultReason::sizeMismatch:
    return "a size in the data is not the one planned for" +
           (found != 0 ? " (" + std::to_string(found) + ")" : "");
  case format::FaultReason::none:
    break;
  }
  return "the kernel reports the fault " + std::to_string(word);
}

} // namespace

std::string describeFault(const format::Program &program, size_t step,
                          int64_t word) {
  const format::Step &faulty = program.steps[step];
  uint32_t node = format::faultNodePlusOne(word);
  std::string where;
  if (node != 0 && node <= faulty.nodes.size()) {
    where = "node '" + faulty.nodes[node - 1] + "'";
  } else {
    for (const std::string &name : faulty.nodes)
      where += (where.empty() ? "one of the nodes '" : "', '") + name;
    where += where.empty() ? "a kernel" : "'";
  }
  return where + " (step " + std::to_string(step) + ", kernel '" + faulty.name +
         "'): " + describeReason(word) +
         "; the outputs of this run are not valid, correct the inputs";
}

} // namespace tenon::runtime

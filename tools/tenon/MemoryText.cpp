// SPDX-License-Identifier: Apache-2.0
// Words for predicted memory.
#include "tools/tenon/MemoryText.h"

#include "tools/tenon/Table.h"

#include <fmt/format.h>

namespace tenon::cli {

std::string memoryText(const Json &memory) {
  std::vector<std::string> sizes;
  const Json &given = member(memory, "sizes");
  if (given.is_object())
    for (const auto &[name, size] : given.items())
      sizes.push_back(fmt::format("{}={}", printable(name), size.dump()));
  constexpr size_t kColumns = 90;
  std::string at = sizes.empty() ? "" : " at " + listText(sizes, kColumns);
  double peak = numberOf(memory, "planned_peak_bytes");
  return fmt::format("memory of one run{}: {} beside {} of weights", at,
                     peak > 0 ? bytesText(peak) : "not known",
                     bytesText(numberOf(memory, "weights_bytes")));
}

} // namespace tenon::cli

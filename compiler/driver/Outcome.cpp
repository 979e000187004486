// SPDX-License-Identifier: Apache-2.0
// Wording of failures.
#include "compiler/driver/Outcome.h"

namespace tenon {

std::string Message::text() const {
  std::string result;
  if (!node.empty())
    result += "node '" + node + "'";
  if (!opType.empty())
    result += " (" + opType + ")";
  if (!result.empty())
    result += ": ";
  result += what;
  if (!hint.empty())
    result += "; " + hint;
  return result;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// The line about memory that `check` and `build` share.
#ifndef TENON_TOOLS_TENON_MEMORYTEXT_H
#define TENON_TOOLS_TENON_MEMORYTEXT_H

#include "tools/tenon/Json.h"

namespace tenon::cli {

/// "memory of one run at h=32, w=32: 36 KiB beside 4.6 MiB of weights", of the
/// object "memory" of a report.
std::string memoryText(const Json &memory);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_MEMORYTEXT_H

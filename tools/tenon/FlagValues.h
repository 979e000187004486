// SPDX-License-Identifier: Apache-2.0
// Checks of flag values that say what was found and what is allowed.
#ifndef TENON_TOOLS_TENON_FLAGVALUES_H
#define TENON_TOOLS_TENON_FLAGVALUES_H

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tenon::cli {

CLI::Validator wholeNumber(uint64_t least, uint64_t most);
/// A number above or equal `least`, such as 0.5 or 1e-4.
CLI::Validator realNumber(double least);
CLI::Validator oneOf(std::vector<std::string> allowed);
/// "512MiB", "2G", "1000000": becomes a number of bytes.
CLI::Validator byteSize();

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_FLAGVALUES_H

// SPDX-License-Identifier: Apache-2.0
// `tenon completion`: scripts for shells, made from the parser's own list of
// commands and flags.
#ifndef TENON_TOOLS_TENON_COMPLETION_H
#define TENON_TOOLS_TENON_COMPLETION_H

#include <CLI/CLI.hpp>

#include <string>

namespace tenon::cli {

void addCompletionFlags(CLI::App &app, std::string &shell);

/// Prints the script of `shell` for all subcommands of `app`; exit code 0.
int printCompletion(const CLI::App &app, const std::string &shell);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_COMPLETION_H

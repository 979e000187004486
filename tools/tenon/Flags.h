// SPDX-License-Identifier: Apache-2.0
// The flags of every subcommand, and the checks of their values. Only this
// file, Flags.cpp, Completion and CommandLine.cpp see the parser library.
#ifndef TENON_TOOLS_TENON_FLAGS_H
#define TENON_TOOLS_TENON_FLAGS_H

#include "tools/tenon/Arguments.h"

#include <CLI/CLI.hpp>

namespace tenon::cli {

// Each adds a subcommand's flags, help and examples to `app`.
void addFlags(CLI::App &app, CheckArguments &arguments);
void addFlags(CLI::App &app, BuildArguments &arguments);
void addFlags(CLI::App &app, RunArguments &arguments);
void addFlags(CLI::App &app, BenchArguments &arguments);
void addFlags(CLI::App &app, VerifyArguments &arguments);
void addFlags(CLI::App &app, ExplainArguments &arguments);
void addFlags(CLI::App &app, InspectArguments &arguments);
void addFlags(CLI::App &app, DevicesArguments &arguments);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_FLAGS_H

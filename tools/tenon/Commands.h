// SPDX-License-Identifier: Apache-2.0
// The subcommands, one file each. A command prints its result and gives the
// exit code, or gives the failure that the caller prints.
#ifndef TENON_TOOLS_TENON_COMMANDS_H
#define TENON_TOOLS_TENON_COMMANDS_H

#include "tools/tenon/Arguments.h"

#include <tenon/runtime.hpp>

namespace tenon::cli {

Result<int> runCheck(const CheckArguments &arguments);
Result<int> runBuild(const BuildArguments &arguments);
Result<int> runRun(const RunArguments &arguments);
Result<int> runBench(const BenchArguments &arguments);
Result<int> runVerify(const VerifyArguments &arguments);
Result<int> runExplain(const ExplainArguments &arguments);
Result<int> runInspect(const InspectArguments &arguments);
Result<int> runDevices(const DevicesArguments &arguments);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_COMMANDS_H

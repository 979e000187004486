// SPDX-License-Identifier: Apache-2.0
// From the words of the command line to a subcommand, and from its failure to
// an exit code.
#ifndef TENON_TOOLS_TENON_COMMANDLINE_H
#define TENON_TOOLS_TENON_COMMANDLINE_H

namespace tenon::cli {

/// Parses, runs, reports. Gives the exit code: 0 done; 1 wrong use or a bad
/// file; 2 not supported; 3 verification failed; 4 resources; 70 our fault.
int runCommandLine(int count, char **words);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_COMMANDLINE_H

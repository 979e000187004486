// SPDX-License-Identifier: Apache-2.0
// "Never a signal": the work is done by a child process; should it die, the
// parent says so, writes a reproducer and gives the exit code for a fault of
// ours. A child rather than signal handlers, because it also survives what
// breaks the stack or the heap, and the system's killer of large processes.
#ifndef TENON_TOOLS_TENON_SUPERVISE_H
#define TENON_TOOLS_TENON_SUPERVISE_H

namespace tenon::cli {

/// Runs `work` on the words and gives its exit code.
int supervise(int count, char **words, int (*work)(int, char **));

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_SUPERVISE_H

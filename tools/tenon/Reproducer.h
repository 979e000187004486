// SPDX-License-Identifier: Apache-2.0
// What is needed to see a fault of ours again: a folder with the command, the
// place of the model, what was printed, and the IR after each stage.
#ifndef TENON_TOOLS_TENON_REPRODUCER_H
#define TENON_TOOLS_TENON_REPRODUCER_H

#include <string>

namespace tenon::cli {

/// True in the process that writeReproducer starts.
bool isReproducing();

/// Runs the command once more with dumps, into a new folder in the current
/// one (or in /tmp), and prints on standard error where it is and the line
/// that reruns it.
void writeReproducer(int count, char **words, const std::string &reason);

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_REPRODUCER_H

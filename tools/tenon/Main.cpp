// SPDX-License-Identifier: Apache-2.0
// The command `tenon`.
#include "tools/tenon/CommandLine.h"
#include "tools/tenon/Supervise.h"

int main(int count, char **words) {
  return tenon::cli::supervise(count, words, tenon::cli::runCommandLine);
}

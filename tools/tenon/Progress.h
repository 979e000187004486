// SPDX-License-Identifier: Apache-2.0
// A bar on standard error while something takes long. Only for people: there
// is none when standard error is no terminal, or under --quiet.
#ifndef TENON_TOOLS_TENON_PROGRESS_H
#define TENON_TOOLS_TENON_PROGRESS_H

#include "tools/tenon/Arguments.h"

#include <chrono>

namespace tenon::cli {

class Progress {
public:
  explicit Progress(const StyleArguments &style);
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// What is done now, and how much of all, from 0 to 1.
  void show(const char *stage, double fraction);
  /// Takes the bar away before something else is printed.
  void clear();

  /// For the C interface: `user` is the Progress.
  static void callback(void *user, const char *stage, double fraction);

private:
  bool isShown;
  bool hasBar = false;
  std::chrono::steady_clock::time_point start, last;
};

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_PROGRESS_H

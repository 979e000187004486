// SPDX-License-Identifier: Apache-2.0
// Draws the bar.
#include "tools/tenon/Progress.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace tenon::cli {

namespace {
constexpr int kBarColumns = 24;
/// What is over sooner needs no bar; faster changes nobody can read.
constexpr std::chrono::milliseconds kPatience(150), kInterval(40);
} // namespace

Progress::Progress(const StyleArguments &style)
    : isShown(!style.quiet && isatty(STDERR_FILENO)),
      start(std::chrono::steady_clock::now()), last(start) {}

void Progress::show(const char *stage, double fraction) {
  auto now = std::chrono::steady_clock::now();
  if (!isShown || now - start < kPatience || now - last < kInterval)
    return;
  last = now;
  hasBar = true;
  fraction = std::clamp(fraction, 0.0, 1.0);
  int full = static_cast<int>(fraction * kBarColumns);
  fmt::print(stderr, "\r\x1b[K[{:#<{}}{:.<{}}] {:3.0f}%  {}", "", full, "",
             kBarColumns - full, fraction * 100, stage);
  std::fflush(stderr);
}

void Progress::clear() {
  if (hasBar)
    fmt::print(stderr, "\r\x1b[K");
  hasBar = false;
}

void Progress::callback(void *user, const char *stage, double fraction) {
  static_cast<Progress *>(user)->show(stage, fraction);
}

} // namespace tenon::cli

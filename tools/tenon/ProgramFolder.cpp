// SPDX-License-Identifier: Apache-2.0
// Asks the system where this program is.
#include "tools/tenon/ProgramFolder.h"

#include <climits>
#include <unistd.h>

namespace tenon::cli {

std::string programPath() {
  char path[PATH_MAX];
  ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0 || static_cast<size_t>(length) >= sizeof path)
    return "tenon";
  return std::string(path, static_cast<size_t>(length));
}

std::string programFolder() {
  std::string path = programPath();
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

} // namespace tenon::cli

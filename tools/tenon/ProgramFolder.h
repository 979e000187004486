// SPDX-License-Identifier: Apache-2.0
// Where this program is, to find what is installed beside it.
#ifndef TENON_TOOLS_TENON_PROGRAMFOLDER_H
#define TENON_TOOLS_TENON_PROGRAMFOLDER_H

#include <string>

namespace tenon::cli {

/// Path of the executable, links resolved; "tenon" when the system is silent.
std::string programPath();
/// Its folder; "." likewise.
std::string programFolder();

} // namespace tenon::cli

#endif // TENON_TOOLS_TENON_PROGRAMFOLDER_H

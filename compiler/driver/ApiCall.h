// SPDX-License-Identifier: Apache-2.0
// What stands between the compiler's C interface and the compiler: every call
// runs inside apiCall(), which lets nothing out and keeps the text of the
// failure for tenon_compiler_message().
#ifndef TENON_COMPILER_DRIVER_APICALL_H
#define TENON_COMPILER_DRIVER_APICALL_H

#include <tenon/compiler.h>

#include <functional>
#include <string>

namespace tenon {

/// Keeps `message` as the thread's last failure and returns `status`.
tenon_status reportFailure(tenon_status status, const std::string &message);

/// Runs `body`. A failed allocation becomes TENON_OUT_OF_MEMORY; a fatal error
/// inside LLVM on this thread, or anything thrown, TENON_INTERNAL. LLVM is not
/// trusted after a fatal error: later calls of the process fail as well.
tenon_status apiCall(const std::function<tenon_status()> &body);

/// As `apiCall`, for a call that compiles or imports: on a thread of its own
/// with a stack that deep models need.
tenon_status apiCallOnLargeStack(const std::function<tenon_status()> &body);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_APICALL_H

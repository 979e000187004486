// SPDX-License-Identifier: Apache-2.0
// Between the plain structures of the compiler's C interface and the driver's.
#ifndef TENON_COMPILER_DRIVER_APIOPTIONS_H
#define TENON_COMPILER_DRIVER_APIOPTIONS_H

#include "compiler/driver/Options.h"
#include "compiler/driver/Outcome.h"

#include <tenon/compiler.h>

namespace tenon {

/// Checks what a caller gave. Its memory limit goes to `memoryLimitBytes`
/// when that is not null.
Failure readOptions(const tenon_compile_options *given, CompileOptions &options,
                    uint64_t *memoryLimitBytes = nullptr);

tenon_status statusOf(FailureKind kind);

/// Keeps the messages of `failure` (the first ones, when they are many) for
/// tenon_compiler_message and returns its status.
tenon_status reportFailure(const Failure &failure);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_APIOPTIONS_H

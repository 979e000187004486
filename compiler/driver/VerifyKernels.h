// SPDX-License-Identifier: Apache-2.0
// The promise "right by default": runs every kernel of a build, one after the
// other, on random inputs, and once more with edge cases among its operands;
// judges each run by the reference (VerifyResults.h).
#ifndef TENON_COMPILER_DRIVER_VERIFYKERNELS_H
#define TENON_COMPILER_DRIVER_VERIFYKERNELS_H

#include "compiler/driver/CompileTarget.h"

namespace tenon {

/// Verifies `compiled` on this machine; `counts.ran` stays false when the
/// machine cannot run the target's code. A mismatch is a failure that names
/// node, element and both values.
/// `progress` hears which part of the kernels is done.
Failure verifyKernels(
    const CompiledTarget &compiled, VerifyCounts &counts,
    llvm::function_ref<void(double)> progress = [](double) {});

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_VERIFYKERNELS_H

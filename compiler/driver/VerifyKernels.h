// SPDX-License-Identifier: Apache-2.0
// The promise "right by default": runs every kernel of a build on random
// inputs, one after the other, and recomputes a sample of each kernel's
// results, from the same operands, with the reference.
#ifndef TENON_COMPILER_DRIVER_VERIFYKERNELS_H
#define TENON_COMPILER_DRIVER_VERIFYKERNELS_H

#include "compiler/driver/CompileTarget.h"

namespace tenon {

/// Verifies `compiled` on this machine; `counts.ran` stays false when the
/// machine cannot run the target's code. A mismatch is a failure that names
/// node, element and both values.
Failure verifyKernels(const CompiledTarget &compiled, VerifyCounts &counts);

} // namespace tenon

#endif // TENON_COMPILER_DRIVER_VERIFYKERNELS_H

// SPDX-License-Identifier: Apache-2.0
// Rewrites integer operations whose plain lowering traps or loses bits:
// division, which stops the process on a zero divisor, and masks, whose count
// would be cut to 32 bits. Runs on a kernel before it is lowered to LLVM.
#ifndef TENON_COMPILER_TARGET_CPU_EXPANDINTEGERS_H
#define TENON_COMPILER_TARGET_CPU_EXPANDINTEGERS_H

#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// After it, no division can trap (x / 0 is x, x % 0 is 0, the smallest value
/// divided by -1 is itself, with remainder 0), and vector.create_mask is a
/// comparison of lane numbers. `vectorBytes` is the register width, by which
/// the lane numbers get the width of the elements that the mask is for.
void expandIntegers(mlir::ModuleOp kernel, int64_t vectorBytes);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_EXPANDINTEGERS_H

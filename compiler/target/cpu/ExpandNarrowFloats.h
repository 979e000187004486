// SPDX-License-Identifier: Apache-2.0
// Rewrites f16 and bf16 so that every CPU gives the same bits and none needs
// a library: arithmetic goes through f32 and rounds after each operation;
// conversions that no instruction does right become integer arithmetic. Runs
// on a kernel before it is lowered to LLVM.
#ifndef TENON_COMPILER_TARGET_CPU_EXPANDNARROWFLOATS_H
#define TENON_COMPILER_TARGET_CPU_EXPANDNARROWFLOATS_H

#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// After it, f16 values are only moved, converted from and to f32 and, with
/// `hasHalfArithmetic`, computed with; a bf16 is an i16 that holds its bits.
void expandNarrowFloats(mlir::ModuleOp kernel, bool hasHalfArithmetic);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_EXPANDNARROWFLOATS_H

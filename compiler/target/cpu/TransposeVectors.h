// SPDX-License-Identifier: Apache-2.0
// Square transposes in registers. MLIR's own lowerings are inline assembly for
// 8x8, or element by element: 256 extractions and insertions for 16x16 where
// 64 shuffles do. Used by LowerToLlvm.
#ifndef TENON_COMPILER_TARGET_CPU_TRANSPOSEVECTORS_H
#define TENON_COMPILER_TARGET_CPU_TRANSPOSEVECTORS_H

#include "mlir/IR/BuiltinOps.h"

namespace tenon {

/// Replaces each vector.transpose [1, 0] of N x N elements, N a power of two
/// whose rows fill whole 128-bit lanes, by N log2(N) shuffles of rows, which
/// are one instruction each where a row is one register. Leaves others alone.
void transposeVectors(mlir::ModuleOp kernel);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_TRANSPOSEVECTORS_H

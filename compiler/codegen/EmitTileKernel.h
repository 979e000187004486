// SPDX-License-Identifier: Apache-2.0
// Kernels around one sum of products: matrix products and convolutions, with
// a register tile of accumulators and the rest of the element as epilogue.
#ifndef TENON_COMPILER_CODEGEN_EMITTILEKERNEL_H
#define TENON_COMPILER_CODEGEN_EMITTILEKERNEL_H

#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/SumOfProducts.h"

namespace tenon {

/// Emits units [begin, end) of `schedule`, which takeApart accepts.
void emitTileKernel(ElementEmitter &emitter, KernelElements &elements,
                    const TileSchedule &schedule, mlir::Value begin,
                    mlir::Value end);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_EMITTILEKERNEL_H

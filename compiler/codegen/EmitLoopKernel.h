// SPDX-License-Identifier: Apache-2.0
// Kernels of plain loops: elementwise chains, layout changes, gathers, row
// reductions, and whatever has no generator of its own.
#ifndef TENON_COMPILER_CODEGEN_EMITLOOPKERNEL_H
#define TENON_COMPILER_CODEGEN_EMITLOOPKERNEL_H

#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/LoopSchedule.h"

namespace tenon {

/// Emits the loops of `schedule` over units [begin, end). `results` are the
/// body's yielded values, bound to their buffers.
void emitLoopKernel(ElementEmitter &emitter, KernelElements &elements,
                    const LoopSchedule &schedule, mlir::Value begin,
                    mlir::Value end);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_EMITLOOPKERNEL_H

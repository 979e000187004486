// SPDX-License-Identifier: Apache-2.0
// Plain loops whose operand lies across the result, as in a transposition:
// squares of elements are loaded along the operand's order, turned in
// registers, and stored along the result's.
#ifndef TENON_COMPILER_CODEGEN_EMITACROSSKERNEL_H
#define TENON_COMPILER_CODEGEN_EMITACROSSKERNEL_H

#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/LoopSchedule.h"

namespace tenon {

/// Loads of `result` that lie across the nest: far apart along the last
/// variable, neighbours along variable `across`.
llvm::SmallVector<Element> loadsAcross(KernelElements &elements,
                                       const LoopNest &nest, unsigned across,
                                       Element result);

/// Emits the units [begin, end) of a schedule with `across`.
void emitAcrossKernel(ElementEmitter &emitter, KernelElements &elements,
                      const LoopSchedule &schedule, mlir::Value begin,
                      mlir::Value end);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_EMITACROSSKERNEL_H

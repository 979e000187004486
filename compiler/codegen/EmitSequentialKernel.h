// SPDX-License-Identifier: Apache-2.0
// Kernels of ops that are computed in order along one axis and read their own
// earlier results: recurrent layers, running sums.
#ifndef TENON_COMPILER_CODEGEN_EMITSEQUENTIALKERNEL_H
#define TENON_COMPILER_CODEGEN_EMITSEQUENTIALKERNEL_H

#include "compiler/codegen/ElementEmitter.h"

namespace tenon {

/// The sequential op of a kernel that holds one; null for other kernels.
TensorBody sequentialBody(KernelOp kernel);

/// Emits the whole op as one unit: a loop over the axis, inside it every
/// result in turn, inside that plain loops over the other dimensions. A step
/// needs the one before it, so there is nothing to share out.
void emitSequentialKernel(ElementEmitter &emitter, KernelElements &elements,
                          mlir::Value begin, mlir::Value end);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_EMITSEQUENTIALKERNEL_H

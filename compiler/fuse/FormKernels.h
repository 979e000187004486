// SPDX-License-Identifier: Apache-2.0
// Draws the boundaries of kernels.
#ifndef TENON_COMPILER_FUSE_FORMKERNELS_H
#define TENON_COMPILER_FUSE_FORMKERNELS_H

#include "compiler/ir/graph/Graph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tenon {

/// Groups the ops of `function` into tenon.kernel ops; afterwards its body is
/// kernels, constants and the return. Every boundary that could have been
/// fused away and was not leaves a remark at the producer with its reason.
///
/// A group grows from the op whose result is needed upwards: a producer is
/// pulled in when
///  - it only moves or computes elements (no reduction) and is not computed
///    again so often that memory would have been cheaper; or
///  - it reduces, and the group asks each of its elements once, at the
///    group's own index (an epilogue), or once per row (softmax and norms).
/// Test: test/unit/fuse/FormKernels.cpp.
mlir::LogicalResult formKernels(mlir::func::FuncOp function);

} // namespace tenon

#endif // TENON_COMPILER_FUSE_FORMKERNELS_H

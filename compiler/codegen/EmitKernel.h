// SPDX-License-Identifier: Apache-2.0
// From a kernel of the graph to a kernel request: the schedule is chosen, the
// code is emitted later, in whatever context the compiling thread has.
#ifndef TENON_COMPILER_CODEGEN_EMITKERNEL_H
#define TENON_COMPILER_CODEGEN_EMITKERNEL_H

#include "compiler/ir/graph/Graph.h"
#include "compiler/ir/kernel/KernelLaunch.h"
#include "compiler/ir/kernel/KernelRequest.h"
#include "compiler/ir/kernel/TargetFacts.h"

namespace tenon {

/// A kernel as it goes to the compiler of kernels and to the launch list.
struct KernelPlan {
  KernelRequest request;
  KernelLaunch launch;
};

/// Plans `kernel` for a target; the graph must outlive the request's build and
/// stay unchanged until then.
KernelPlan planKernel(KernelOp kernel, const TargetFacts &facts);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_EMITKERNEL_H

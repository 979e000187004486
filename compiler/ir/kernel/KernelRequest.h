// SPDX-License-Identifier: Apache-2.0
// One kernel that is to be built and compiled: what codegen/ hands over before
// any IR exists, so that equal kernels are found by their key and built once,
// in the context of the thread that compiles them (target/CompileKernels.h).
#ifndef TENON_COMPILER_IR_KERNEL_KERNELREQUEST_H
#define TENON_COMPILER_IR_KERNEL_KERNELREQUEST_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <string>

namespace tenon {

/// One kernel to be compiled.
struct KernelRequest {
  /// Says what the kernel computes: equal keys promise equal modules, and such
  /// a kernel is built once. Never empty.
  std::string key;
  /// For messages and dumps.
  std::string name;
  /// Builds the module; called on any thread, at most once per distinct key.
  /// Fails by a diagnostic on the context and a null result.
  std::function<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext &)> build;
};

} // namespace tenon

#endif // TENON_COMPILER_IR_KERNEL_KERNELREQUEST_H

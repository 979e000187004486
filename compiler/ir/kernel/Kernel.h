// SPDX-License-Identifier: Apache-2.0
// The contract of one kernel in MLIR form: what code generation hands to a
// target and what every target must be able to turn into machine code. One
// module holds one kernel; nothing about the model is left in it, so equal
// kernels are equal text and are compiled once. It sits between codegen/,
// which writes kernels, and target/, which lowers them.
//
//   module {
//     func.func @kernel(%a: memref<f32> {llvm.noalias}, %b: memref<f32>,
//                       %fault: memref<i64>,            // buffers, in order
//                       %n: index,                      // sizes, in order
//                       %begin: index, %end: index) {   // part of the range
//       %A = memref.reinterpret_cast %a to offset: [0], sizes: [%n],
//            strides: [1] : memref<f32> to memref<?xf32, strided<[1]>>
//       ...
//       return
//     }
//   }
//
// Arguments
//  - Buffers are rank-0 memrefs of the element type that the kernel reads or
//    writes (i8, i16, i32, i64, f16, bf16, f32, f64; a boolean is an i8, a
//    4-bit value is half of an i8). memref.reinterpret_cast views them. The
//    last buffer is the fault word, an i64, by the convention of the runtime.
//    The same memory may not be passed twice unless neither argument is
//    written: `llvm.noalias` states just that, and without it loads stay in
//    loops.
//  - Sizes are index values that the runtime evaluated when it bound shapes.
//  - [begin, end) is a part of the outer parallel range. Any split of the
//    range must give the same bits.
//
// Body
//  - Operations: those of the table in KernelCheck.cpp, from func, scf, cf,
//    arith, math, vector, memref. No calls, no allocation, no module-level
//    data: a constant table is an arith.constant or a buffer.
//  - Vector loads and stores are 1-D (vector.load, store, maskedload,
//    maskedstore, gather, scatter). Values in registers may have more
//    dimensions where an operation needs them (a 16x16 transpose).
//  - Integers have 1, 8, 16, 32 or 64 bits. Floats are f16, bf16, f32, f64.
//    Arithmetic on f16 and bf16 rounds to nearest even after each operation,
//    on every target; there is no f16 or bf16 math.fma (extend first).
//  - Maximum and minimum of floats are a compare and a select, whose operand
//    order states the rule for NaN.
//  - Integer division never traps: x / 0 is x, x % 0 is 0, and the one
//    quotient that overflows wraps around to the smallest value.
//  - A float that does not fit the integer it is converted to, and a shift by
//    the width or more, give an unspecified value: clamp first.
//  - Nothing is contracted: a fused multiply-add is a math.fma.
//  - A dot-product instruction is an llvm.call_intrinsic whose name came from
//    the facts of the target (Target.h) and is allowed by name.
#ifndef TENON_COMPILER_IR_KERNEL_KERNEL_H
#define TENON_COMPILER_IR_KERNEL_KERNEL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"

namespace tenon {

/// The name of the function in every kernel module.
inline constexpr llvm::StringLiteral kKernelName = "kernel";

/// How many arguments of each kind a kernel takes, [begin, end) aside.
struct KernelSignature {
  int64_t numBuffers = 0;
  int64_t numSizes = 0;
};

/// Adds the dialects a kernel may use; a context loads them on demand.
void registerKernelDialects(mlir::DialectRegistry &registry);

/// Loads those dialects at once, which building operations by hand needs.
void loadKernelDialects(mlir::MLIRContext &context);

/// One buffer argument of a kernel to be built.
struct KernelBuffer {
  mlir::Type element;
  /// False when the memory may overlap that of another, written argument.
  bool noAlias = true;
};

/// Makes a module with an empty kernel: the function has its entry block and
/// no terminator yet. `loc` becomes the location of both.
mlir::OwningOpRef<mlir::ModuleOp>
createKernelModule(mlir::Location loc, llvm::ArrayRef<KernelBuffer> buffers,
                   int64_t numSizes);

/// The kernel function of a module; null when there is none by that name.
mlir::func::FuncOp getKernel(mlir::ModuleOp module);

/// Counts the arguments; fails with a diagnostic when they break the contract.
mlir::FailureOr<KernelSignature> readKernelSignature(mlir::func::FuncOp kernel);

/// Checks a whole module against the contract above, with a diagnostic at the
/// first operation that breaks it. `intrinsics` are the names of target
/// intrinsics that llvm.call_intrinsic may call.
mlir::LogicalResult
verifyKernel(mlir::ModuleOp module,
             llvm::ArrayRef<llvm::StringRef> intrinsics = {});

} // namespace tenon

#endif // TENON_COMPILER_IR_KERNEL_KERNEL_H

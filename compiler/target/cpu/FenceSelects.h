// SPDX-License-Identifier: Apache-2.0
// Keeps instruction selection from a wrong pattern of LLVM's: on AVX-512 a
// choice between lanes merges into the bitwise instruction before it
// (vpternlog), and where an operand of that is a constant or comes from
// memory, LLVM up to 22 writes the truth table of other operands
// (llvm/llvm-project#157929).
//
//   %o = or (and %x, %sign), (and %y, %rest)
//   %r = select <16 x i1> %c, %o, %x     ; the merged form computes nonsense
#ifndef TENON_COMPILER_TARGET_CPU_FENCESELECTS_H
#define TENON_COMPILER_TARGET_CPU_FENCESELECTS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace tenon {

/// Puts a fence, which costs no instruction, between each choice and the
/// nested bitwise operations that it chooses. After all optimisations: they
/// look through nothing of it.
void fenceSelects(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace tenon

#endif // TENON_COMPILER_TARGET_CPU_FENCESELECTS_H

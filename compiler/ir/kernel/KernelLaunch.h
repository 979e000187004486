// SPDX-License-Identifier: Apache-2.0
// What the launch list needs to know of one kernel: the link between codegen,
// which chooses it, and plan, which writes it down. Expressions are over the
// model's size symbols.
#ifndef TENON_COMPILER_IR_KERNEL_KERNELLAUNCH_H
#define TENON_COMPILER_IR_KERNEL_KERNELLAUNCH_H

#include "compiler/support/IndexExpr.h"
#include <string>
#include <vector>

namespace tenon {

struct KernelLaunch {
  std::string name;        // for people and profiles
  std::string kernelClass; // loop, tile, ...
  std::string schedule;    // what was chosen and why
  /// Size symbols in the order of the kernel's size arguments. Buffers are the
  /// operands, then the results, then the fault word.
  std::vector<std::string> symbols;
  IndexExpr extent;     // units of the parallel range
  IndexExpr grain;      // fewest units worth a thread
  IndexExpr operations; // arithmetic; a multiply-add counts two
  IndexExpr bytes;      // least bytes read and written
};

} // namespace tenon

#endif // TENON_COMPILER_IR_KERNEL_KERNELLAUNCH_H

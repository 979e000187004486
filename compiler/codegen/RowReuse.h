// SPDX-License-Identifier: Apache-2.0
// Finds what a row kernel computes twice: once inside a reduction over its row
// and once for its result, as a softmax does with its exponentials. The
// reduction can leave it in the result's row, from where the last pass takes
// it: a store and a load in the nearest cache instead of a polynomial.
#ifndef TENON_COMPILER_CODEGEN_ROWREUSE_H
#define TENON_COMPILER_CODEGEN_ROWREUSE_H

#include "compiler/codegen/LoopSchedule.h"
#include "compiler/ir/graph/FreeVariables.h"

namespace tenon {

struct RowReuse {
  Element first = nullptr;         // as the reduction computes it
  Element again = nullptr;         // the same number, as the result needs it
  llvm::SmallVector<IndexExpr> at; // where it is left, over `first`'s variable
};

/// What `result`, the only one of the kernel, computes again along the last
/// variable of `nest`; absent when nothing is worth it.
std::optional<RowReuse> findRowReuse(KernelElements &elements,
                                     const LoopNest &nest, Element result);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_ROWREUSE_H

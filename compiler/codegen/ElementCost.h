// SPDX-License-Identifier: Apache-2.0
// What a kernel costs at least: operations and bytes as size expressions, the
// numbers behind every roofline that Tenon prints.
#ifndef TENON_COMPILER_CODEGEN_ELEMENTCOST_H
#define TENON_COMPILER_CODEGEN_ELEMENTCOST_H

#include "compiler/ir/graph/KernelElements.h"

namespace tenon {

struct KernelCost {
  IndexExpr operations; // a multiply-add counts two
  IndexExpr bytes;      // every operand and result moved once
};

/// Cost of computing all results once.
KernelCost costOfKernel(KernelElements &elements);

/// The fewest parallel units, of `extent` in all, that are worth waking a
/// thread for.
IndexExpr grainFor(const KernelCost &cost, const IndexExpr &extent);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_ELEMENTCOST_H

// SPDX-License-Identifier: Apache-2.0
// The scalar functions of the graph IR (the enum is generated from Graph.td)
// and what is known of each: operands, result type, cost.
#ifndef TENON_COMPILER_IR_GRAPH_SCALARFN_H
#define TENON_COMPILER_IR_GRAPH_SCALARFN_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

#include "compiler/ir/graph/Enums.h.inc"

namespace tenon {

/// Number of operands, 1 to 3.
unsigned numOperands(ScalarFn fn);
/// Comparisons and tests give i1 whatever they take.
bool resultIsBool(ScalarFn fn);
/// Cost in operations of a fused multiply-add unit, for pricing only.
unsigned costOf(ScalarFn fn);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_SCALARFN_H

// SPDX-License-Identifier: Apache-2.0
// The graph IR: include this to see the dialect and every core op.
//
// A model is one module with one `func.func @main` of core ops on ranked
// tensors. The module carries
//   tenon.symbols = {N = [min, max, opt], ...}   max -1: unbounded
//   tenon.checks  = [["lhs", "rhs", "message"], ...]  sizes that must agree
// and the function's arguments and results carry `tenon.name`.
#ifndef TENON_COMPILER_IR_GRAPH_GRAPH_H
#define TENON_COMPILER_IR_GRAPH_GRAPH_H

#include "compiler/ir/graph/Element.h"
#include "compiler/ir/graph/Types.h"
#include "compiler/ir/graph/WeightTable.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "compiler/ir/graph/Dialect.h.inc"
#include "compiler/ir/graph/TensorBody.h.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/ir/graph/Attributes.h.inc"

namespace tenon {
#define TENON_OP(Name) void register##Name(TenonDialect &dialect);
#include "compiler/ir/graph/AllOps.inc"
#undef TENON_OP
} // namespace tenon

#include "compiler/ir/graph/AllOpClasses.inc"

#endif // TENON_COMPILER_IR_GRAPH_GRAPH_H

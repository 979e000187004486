// SPDX-License-Identifier: Apache-2.0
// The elements of a kernel's results as expressions over its operands: pulls
// values through the ops of the body by substitution. This is where fusion
// happens; what follows sees one expression and no ops.
#ifndef TENON_COMPILER_IR_GRAPH_KERNELELEMENTS_H
#define TENON_COMPILER_IR_GRAPH_KERNELELEMENTS_H

#include "compiler/ir/graph/Graph.h"
#include "llvm/ADT/StringMap.h"

namespace tenon {

class KernelElements {
public:
  explicit KernelElements(KernelOp kernel);

  ElementBuilder &builder() { return elements; }
  KernelOp kernel() const { return op; }

  /// The element of `value` (a value inside the body) at `index`. Loads that
  /// remain are of the body's arguments and of results of sequential ops,
  /// which are memory. Asking twice for one element gives one node.
  Element at(mlir::Value value, llvm::ArrayRef<IndexExpr> index);

private:
  Element pull(mlir::Value value, llvm::ArrayRef<IndexExpr> index);

  KernelOp op;
  ElementBuilder elements;
  llvm::StringMap<Element> known;
};

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_KERNELELEMENTS_H

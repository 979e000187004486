// SPDX-License-Identifier: Apache-2.0
// The elements of a kernel's results as expressions over its operands: pulls
// values through the ops of the body by substitution. This is where fusion
// happens; what follows sees one expression and no ops.
#ifndef TENON_COMPILER_IR_GRAPH_KERNELELEMENTS_H
#define TENON_COMPILER_IR_GRAPH_KERNELELEMENTS_H

#include "compiler/ir/graph/Graph.h"
#include <unordered_map>

namespace tenon {

/// Pulls elements through a set of ops.
class ElementPuller {
public:
  /// `scope` is any op of the graph; `isInside` says which producers are
  /// computed in place. Loads of other tensors remain loads.
  ElementPuller(mlir::Operation *scope,
                std::function<bool(mlir::Operation *)> isInside);

  ElementBuilder &builder() { return elements; }

  /// The element of `value` at `index`. Loads that remain are of tensors from
  /// outside and of results of sequential ops, which are memory. Asking twice
  /// for one element gives one node.
  Element at(mlir::Value value, llvm::ArrayRef<IndexExpr> index);

private:
  struct Place {
    mlir::Value value;
    llvm::SmallVector<IndexExpr, 4> index;
    bool operator==(const Place &) const = default;
  };
  struct PlaceHash {
    size_t operator()(const Place &place) const;
  };
  Element pull(mlir::Value value, llvm::ArrayRef<IndexExpr> index);

  std::function<bool(mlir::Operation *)> isInside;
  ElementBuilder elements;
  std::unordered_map<Place, Element, PlaceHash> known;
};

/// The elements of a kernel over its body's arguments.
class KernelElements : public ElementPuller {
public:
  explicit KernelElements(KernelOp kernel);
  KernelOp kernel() const { return op; }

private:
  KernelOp op;
};

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_KERNELELEMENTS_H

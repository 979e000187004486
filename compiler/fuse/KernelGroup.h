// SPDX-License-Identifier: Apache-2.0
// A kernel in the making: a root op and the producers pulled in so far, with
// the questions that decide whether one more may join.
#ifndef TENON_COMPILER_FUSE_KERNELGROUP_H
#define TENON_COMPILER_FUSE_KERNELGROUP_H

#include "compiler/ir/graph/Graph.h"
#include "llvm/ADT/SetVector.h"

namespace tenon {

/// How the group reads one tensor that it does not compute itself.
struct TensorUse {
  unsigned loads = 0;
  /// Every load is at the root's own element (same linear offset).
  bool sameElement = true;
  /// No load depends on the root's last dimension or a reduction's variable.
  bool oncePerRow = true;
  /// How often the most repeated load computes one element if the producer
  /// joins; 1 at best.
  double repeats = 1;
  /// The same over all loads: 2 when a row is read in two passes.
  double evaluations = 0;
  /// `repeats` if every row of the root computes what it reads once.
  double rowRepeats = 1;
  /// A load depends on the root's last dimension.
  bool alongLast = false;
  /// Length of the longest index expression of a load, as text.
  size_t indexLength = 0;
};

class KernelGroup {
public:
  explicit KernelGroup(mlir::Operation *root);

  mlir::Operation *root() const { return rootOp; }
  bool contains(mlir::Operation *op) const { return ops.contains(op); }
  llvm::ArrayRef<mlir::Operation *> members() const {
    return ops.getArrayRef();
  }
  void add(mlir::Operation *op) { ops.insert(op); }
  /// Tensors read from outside, in order of first use.
  llvm::SmallVector<mlir::Value> inputs() const;
  /// How every input is read by the group as it is now; `treeSize`: the nodes
  /// of the root's element as a tree.
  llvm::DenseMap<mlir::Value, TensorUse> uses(double &treeSize) const;
  bool hasReduction() const;

private:
  mlir::Operation *rootOp;
  llvm::SetVector<mlir::Operation *> ops;
};

/// What the decision needs to know of a producer, from its Element alone.
struct OpTraits {
  bool computes = false;   // has a body at all
  bool sequential = false; // computed in order along an axis
  bool reduces = false;
  /// The reduction multiplies two tensors: weights that many elements share.
  bool contracts = false;
  bool movesOnly = false; // one load, nothing computed
  bool chooses = false;   // among operands, by the index: a concatenation
  bool divides = false;   // its index needs a division
  /// Neighbours along the result's last dimension are not neighbours in
  /// memory (of an op that only moves).
  bool strides = false;
  unsigned operations = 0;
};
OpTraits traitsOf(mlir::Operation *op);

} // namespace tenon

#endif // TENON_COMPILER_FUSE_KERNELGROUP_H

// SPDX-License-Identifier: Apache-2.0
// Emits Elements into a kernel: the heart of every generator. A generator
// makes loops, binds their variables, and asks for the value of an element at
// that point; this class emits loads, functions, guards and reductions, each
// expression once per scope, outside of loops it does not depend on.
//
// One variable may be the lane variable: lane i of every vector then has the
// value base + i. What does not depend on it stays scalar and is broadcast
// where it meets a vector.
#ifndef TENON_COMPILER_CODEGEN_ELEMENTEMITTER_H
#define TENON_COMPILER_CODEGEN_ELEMENTEMITTER_H

#include "compiler/ir/graph/FreeVariables.h"
#include "compiler/ir/graph/KernelElements.h"
#include "compiler/ir/kernel/TargetFacts.h"
#include "mlir/IR/Builders.h"
#include <deque>

namespace tenon {

/// The lanes that vectors have at the moment.
struct Lanes {
  std::string variable;
  int64_t count = 1;
  mlir::Value mask;       // vector<count x i1>; null: every lane is on
  bool uncertain = false; // the mask may be all off: scalar loads are clamped
};

class ElementEmitter {
public:
  ElementEmitter(mlir::OpBuilder &builder, mlir::Location loc,
                 KernelElements &elements, const TargetFacts &facts);

  //===--- What the generator provides ----------------------------------===//
  /// The buffer argument (a rank-0 memref) that holds `tensor`.
  void bindBuffer(mlir::Value tensor, mlir::Value argument);
  void bindFaultWord(mlir::Value argument);
  void bindSize(llvm::StringRef symbol, mlir::Value value);
  void bindVariable(llvm::StringRef name, mlir::Value value);
  /// Makes `element` be `value` from now on (a register tile's accumulator).
  void bindElement(Element element, mlir::Value value);
  /// Whenever `element` is emitted, stores it to tensor[index...] as well.
  void keepElement(Element element, mlir::Value tensor,
                   llvm::ArrayRef<IndexExpr> index);
  void setLanes(std::optional<Lanes> lanes) { this->lanes = lanes; }
  const std::optional<Lanes> &currentLanes() const { return lanes; }
  FreeVariables &freeVariables() { return free; }
  mlir::OpBuilder &mlirBuilder() { return builder; }
  mlir::Location location() const { return loc; }

  /// Opens and closes a scope: what is emitted inside is forgotten after.
  void pushScope() { cache.emplace_back(); }
  void popScope();

  /// Whether an index had grown too large to be emitted: the kernel is wrong.
  bool hasFailed() const { return failed; }

  //===--- Emission -----------------------------------------------------===//
  /// An index as a scalar; it must not depend on the lane variable.
  mlir::Value emitIndex(const IndexExpr &index);
  /// An index in every lane: vector<count x index>.
  mlir::Value emitLaneIndex(const IndexExpr &index);
  /// The value of `element`: a vector exactly when it depends on the lanes.
  mlir::Value emit(Element element);
  /// `emit`, broadcast to a vector.
  mlir::Value emitVector(Element element);
  /// Emits, in the current scope, every part of `element` that contains a
  /// reduction and whose variables are all bound: call before opening a loop.
  void hoistReductions(Element element);
  /// Stores to tensor[index...], at the current lanes.
  void store(mlir::Value tensor, llvm::ArrayRef<IndexExpr> index,
             mlir::Value value);

  /// How far apart in memory neighbours along `variable` are, in elements;
  /// absent when that is not the same everywhere.
  std::optional<IndexExpr> strideAlong(const IndexExpr &linear,
                                       llvm::StringRef variable);
  /// tensor[index...] as a linear element offset.
  IndexExpr linearOffset(mlir::Value tensor, llvm::ArrayRef<IndexExpr> index);
  /// The loaded element at an offset that does not depend on the lanes.
  mlir::Value loadScalar(mlir::Value tensor, mlir::Value offset);
  mlir::Value loadVector(mlir::Value tensor, mlir::Value offset);
  mlir::Value constantIndex(int64_t value);

  /// A loop [begin, end) by `step` carrying `initial`; `body` gives the next
  /// values. Opens a scope around the body.
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value begin, mlir::Value end, int64_t step,
       mlir::ValueRange initial,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                         mlir::ValueRange)>
           body);

private:
  struct Buffer {
    mlir::Value view;   // memref<?xT>
    mlir::Type element; // graph element type
  };

  mlir::Value lookup(Element element) const;
  bool onLanes(Element element);
  bool onLanes(const IndexExpr &index);
  mlir::Value broadcast(mlir::Value value);
  mlir::Value fromStorage(mlir::Value value, mlir::Type element);
  mlir::Value emitUncached(Element element);
  mlir::Value emitApply(Element element);
  mlir::Value emitLoad(Element element);
  mlir::Value emitGather(mlir::Value tensor, const IndexExpr &linear);
  mlir::Value emitShuffled(mlir::Value tensor, const IndexExpr &linear,
                           int64_t stride);
  mlir::Value clampedOffset(Element load);
  mlir::Value emitGuard(Element element);
  mlir::Value emitLaneCondition(const IndexBound &bound);
  mlir::Value emitScalarCondition(const IndexBound &bound);
  mlir::Value emitComputed(llvm::StringRef name);
  mlir::Value reportOutside(mlir::Value position, mlir::Value bound,
                            bool faults);
  mlir::Value emitFloorDiv(const IndexAtom &leaf, bool vector);
  mlir::Value emitPolynomial(const IndexExpr &index, bool vector);

  // Reductions (EmitReduce.cpp).
  mlir::Value emitReduce(Element element);
  mlir::Value emitArgReduce(Element element);
  mlir::Value reduceSerially(Element element, mlir::Value initial,
                             size_t variable);
  mlir::Value reduceAlongLanes(Element element);
  bool lanesAlong(Element element, const IndexVariable &variable);
  mlir::Value accumulate(Element reduce, Element body, mlir::Value sum);
  mlir::Value combine(ReduceKind kind, mlir::Type graphType, mlir::Value a,
                      mlir::Value b);
  mlir::Value neutral(ReduceKind kind, mlir::Type graphType, bool vector);
  mlir::Value foldLanes(ReduceKind kind, mlir::Type graphType,
                        mlir::Value vector);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  KernelElements &elements;
  const TargetFacts &facts;
  FreeVariables free;
  llvm::DenseMap<mlir::Value, Buffer> buffers;
  mlir::Value faultWord;
  llvm::StringMap<mlir::Value> sizes, variables;
  std::optional<Lanes> lanes;
  bool failed = false;
  struct Scope {
    llvm::DenseMap<Element, mlir::Value> values;
    llvm::StringMap<mlir::Value> computed;
    /// Variables bound in this scope, with what they were before.
    llvm::SmallVector<std::pair<std::string, mlir::Value>> bound;
  };
  std::vector<Scope> cache;
  struct Kept {
    Element element = nullptr;
    mlir::Value tensor;
    llvm::SmallVector<IndexExpr> index;
  };
  Kept kept;                               // what keepElement named
  std::deque<ElementNode> innerReductions; // parts of multi-variable folds
};

/// Lanes this far apart are loaded as whole vectors and shuffled together.
inline constexpr int64_t kMaxShuffledStride = 4;

/// Lanes of a vector of elements of `kernelType` on the target.
int64_t lanesFor(const TargetFacts &facts, int64_t elementBytes);

} // namespace tenon

#endif // TENON_COMPILER_CODEGEN_ELEMENTEMITTER_H

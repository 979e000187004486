// SPDX-License-Identifier: Apache-2.0
// What one element of a tensor is, as data.
//
// Every core op answers `TensorBody::element(builder, result, index)` with an
// `Element`: an immutable expression over loads from its operands, scalar
// functions, guards and bounded reductions. That one description is all that
// later stages know of an op: the reference interpreter evaluates it in
// double, fusion substitutes producers for loads, codegen emits it as scalar
// or vector code, the cost model counts it, verification recomputes single
// elements. Nobody downstream asks for an operator's name.
//
// Indices are IndexExpr polynomials (compiler/support/IndexExpr.h) over
//   - the variables of the loops around ("%0", "%1", ...; made by the builder,
//     which knows their extents),
//   - the symbols of dynamic sizes ("N", ...),
//   - computed indices ("%c0", ...): data-dependent integers such as a
//     Gather's, which the builder keeps with the bound they must obey.
// See docs/2-graph.md for the meaning of each kind and examples.
#ifndef TENON_COMPILER_IR_GRAPH_ELEMENT_H
#define TENON_COMPILER_IR_GRAPH_ELEMENT_H

#include "compiler/ir/graph/ScalarFn.h"
#include "compiler/support/IndexFacts.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <functional>
#include <optional>

namespace tenon {

struct ElementNode;
/// A node, owned by the ElementBuilder that made it.
using Element = const ElementNode *;

enum class ElementKind : uint8_t {
  Constant, // `number`: a literal of `type`
  Index,    // `indices[0]` as a number of `type` (an integer type)
  Load,     // tensor[indices...], an element of `tensor`'s type
  Apply,    // fn(operands...); a Cast converts to `type`
  Guard,    // operands[0] where all `bounds` hold, else operands[1]; the side
            // not taken is not evaluated (its loads may be out of range)
  Reduce,   // fold of operands[0] over `variables`
};

/// 0 <= value < bound.
struct IndexBound {
  IndexExpr value, bound;
};

/// A loop variable with its extent: it runs over [0, extent).
struct IndexVariable {
  std::string name;
  IndexExpr extent;
  IndexExpr expr() const { return IndexExpr::symbol(name); }
};

/// A literal; integers exactly, floats as double.
struct Number {
  bool isFloat = true;
  double real = 0;
  int64_t integer = 0;
};

struct ElementNode {
  ElementKind kind = ElementKind::Constant;
  mlir::Type type = {}; // float, signless (signed) or unsigned integer, i1
  Number number = {};
  mlir::Value tensor = {};
  ScalarFn fn = ScalarFn::Add;
  ReduceKind reduce = ReduceKind::Sum;
  llvm::SmallVector<IndexExpr, 4> indices = {};
  llvm::SmallVector<Element, 2> operands = {};
  llvm::SmallVector<IndexBound, 2> bounds = {};
  llvm::SmallVector<IndexVariable, 2> variables = {};
};

/// An integer computed from data that is used as an index.
struct ComputedIndex {
  Element value = nullptr;
  IndexExpr bound; // valid values: [0, bound)
  /// True: values outside are the user's error, reported at run time.
  /// False: the value is clamped by definition (Resize's coordinates).
  bool faults = true;
};

/// Makes and owns Elements; knows every variable's extent and every computed
/// index. One builder serves one op, or one kernel when ops are fused.
class ElementBuilder {
public:
  /// `sizeRange` gives the range of a dynamic size; sizes without one are
  /// taken as [0, unbounded).
  explicit ElementBuilder(
      std::function<SymbolRange(llvm::StringRef)> sizeRange = nullptr);
  ElementBuilder(const ElementBuilder &) = delete; // the facts ask this one
  ElementBuilder &operator=(const ElementBuilder &) = delete;

  //===--- Indices ------------------------------------------------------===//
  IndexVariable variable(const IndexExpr &extent);
  /// Uses `value` (an integer) as an index into [0, bound).
  IndexExpr computedIndex(Element value, const IndexExpr &bound, bool faults);
  /// The computed index that the symbol `name` stands for, or null.
  const ComputedIndex *findComputed(llvm::StringRef name) const;
  const IndexVariable *findVariable(llvm::StringRef name) const;
  SymbolRange range(llvm::StringRef symbol) const;
  IndexExpr simplify(const IndexExpr &expr) const {
    return facts.simplify(expr);
  }
  /// True only when proved for every value of the symbols.
  bool isNonNegative(const IndexExpr &expr) const {
    return facts.isNonNegative(expr);
  }
  IndexExpr floorDiv(const IndexExpr &a, const IndexExpr &b) const;
  IndexExpr mod(const IndexExpr &a, const IndexExpr &b) const;
  /// Row-major: the number of the element at `index` in a tensor of `sizes`.
  static IndexExpr linearize(llvm::ArrayRef<IndexExpr> index,
                             llvm::ArrayRef<IndexExpr> sizes);
  /// The inverse of linearize.
  llvm::SmallVector<IndexExpr> delinearize(const IndexExpr &linear,
                                           llvm::ArrayRef<IndexExpr> sizes);

  //===--- Elements -----------------------------------------------------===//
  Element real(double value, mlir::Type type);
  Element integer(int64_t value, mlir::Type type);
  /// `value` as a literal of `type`, float or integer.
  Element literal(double value, mlir::Type type);
  Element index(const IndexExpr &value, mlir::Type integerType);
  Element load(mlir::Value tensor, llvm::ArrayRef<IndexExpr> indices);
  /// A function whose result has its operands' type (comparisons: i1).
  Element apply(ScalarFn fn, llvm::ArrayRef<Element> operands);
  /// Converts; a conversion to the same type is the operand itself.
  Element cast(Element value, mlir::Type type);
  Element select(Element condition, Element ifTrue, Element ifFalse);
  /// Bounds that always hold are dropped; with none left it is `inside`.
  Element guard(llvm::ArrayRef<IndexBound> bounds, Element inside,
                Element outside);
  Element reduce(ReduceKind kind, llvm::ArrayRef<IndexVariable> variables,
                 Element body, mlir::Type argType = {});

  /// `element` with variables replaced by `lookup` and every load of a tensor
  /// for which `producer` has an answer replaced by it. Inner reductions get
  /// fresh variables. This is how fusion inlines.
  Element
  rewrite(Element element,
          llvm::function_ref<std::optional<IndexExpr>(llvm::StringRef)> lookup,
          llvm::function_ref<Element(mlir::Value, llvm::ArrayRef<IndexExpr>)>
              producer);

private:
  Element make(ElementNode node);

  std::function<SymbolRange(llvm::StringRef)> sizeRange;
  std::deque<ElementNode> nodes;
  llvm::StringMap<IndexVariable> variables;
  llvm::StringMap<ComputedIndex> computed;
  /// What was proved: the ranges of a builder's symbols never change.
  mutable IndexFacts facts;
};

/// Type in which sums of `type` are accumulated: fp32 for the half types, the
/// type itself otherwise.
mlir::Type accumulatorType(mlir::Type type);

/// Prints an element as text for dumps and `explain`.
std::string toString(Element element);

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_ELEMENT_H

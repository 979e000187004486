// SPDX-License-Identifier: Apache-2.0
// Integer expressions over symbols in one normal form: the language of tensor
// sizes, element indices and buffer offsets.
//
// A size such as `N * (H floordiv 2)` and an index such as `c * H * W + i` are
// both polynomials with integer coefficients whose atoms are symbols, floor
// divisions, minima and maxima. Polynomials are kept as sorted sums of sorted
// monomials, so two expressions that are equal as polynomials are equal as
// data: `a == b` is the proof that two unknown sizes agree, and `b - a` after
// replacing i by i + 1 is the stride along i. `mod` and `ceilDiv` are spelled
// with floorDiv. See docs/2-graph.md, "Symbolic sizes".
//
// Expressions are values: copies share one immutable, reference-counted sum,
// numbers need no memory at all, and any thread may read them. Each sum and
// atom knows its hash, so comparing two costs a comparison of numbers unless
// they are equal, and equal parts are mostly the same memory. The order is by
// structure and names, never by an address or a hash: the same expression
// prints, and is walked, in one way everywhere.
#ifndef TENON_COMPILER_SUPPORT_INDEXEXPR_H
#define TENON_COMPILER_SUPPORT_INDEXEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tenon {

struct SymbolRange;
using RangeLookup = llvm::function_ref<SymbolRange(llvm::StringRef symbol)>;

/// What a leaf of a polynomial is; the order of kinds is the order of leaves.
enum class IndexAtomKind : uint8_t { FloorDiv, Min, Max, Symbol };

struct IndexAtom;
/// A leaf, borrowed from an expression that lives longer.
using IndexAtomRef = const IndexAtom *;

/// coefficient * factors[0] * factors[1] * ..., factors sorted: a view into
/// the expression that it came from.
struct IndexTerm {
  int64_t coefficient = 0;
  llvm::ArrayRef<IndexAtomRef> factors;
};

/// What sums and atoms know of all that they hold.
struct IndexContents {
  size_t hash = 0;
  uint64_t symbols = 0; // a bit per symbol's name, shared by many names
  uint32_t nodes = 1;   // terms and atoms when written out
  uint32_t depth = 0;   // of atoms inside atoms
};

/// The terms of an expression that is not a number: sorted, none of them 0.
struct IndexSum : llvm::ThreadSafeRefCountedBase<IndexSum> {
  ~IndexSum();
  llvm::SmallVector<IndexTerm, 2> terms;
  llvm::SmallVector<IndexAtomRef, 4> factors; // of all terms; kept alive
  IndexContents contents;
};

/// An immutable polynomial. The default value is 0. Arithmetic that leaves
/// int64 makes the result invalid, and everything computed from it.
class IndexExpr {
public:
  IndexExpr() = default;
  IndexExpr(int64_t constant) : number{constant, {}} {}
  static IndexExpr symbol(llvm::StringRef name);
  static IndexExpr fromAtom(IndexAtomRef atom);
  /// The sum of terms in any order.
  static IndexExpr fromTerms(llvm::ArrayRef<IndexTerm> terms);
  static IndexExpr invalid();

  bool isValid() const { return valid; }
  std::optional<int64_t> constant() const {
    if (!valid || sum)
      return std::nullopt;
    return number.coefficient;
  }
  bool isConstant(int64_t value) const { return constant() == value; }
  /// The symbol's name when the expression is exactly one symbol.
  std::optional<llvm::StringRef> symbolName() const;
  /// In order: fewer factors first, a number before all. Views into this
  /// expression.
  llvm::ArrayRef<IndexTerm> terms() const {
    if (sum)
      return sum->terms;
    if (number.coefficient == 0)
      return {};
    return number;
  }

  IndexExpr operator+(const IndexExpr &other) const;
  IndexExpr operator-(const IndexExpr &other) const;
  IndexExpr operator*(const IndexExpr &other) const;
  bool operator==(const IndexExpr &other) const;
  bool operator!=(const IndexExpr &other) const { return !(*this == other); }
  /// A total order of valid expressions by structure: below, at or above 0.
  int compare(const IndexExpr &other) const;
  size_t hash() const;

  /// Rounds towards minus infinity. Exact where the divisor divides a term;
  /// divisions by numbers of divisions by numbers become one.
  static IndexExpr floorDiv(const IndexExpr &a, const IndexExpr &b);
  static IndexExpr ceilDiv(const IndexExpr &a, const IndexExpr &b);
  /// a - b * floorDiv(a, b): in [0, b) for b > 0.
  static IndexExpr mod(const IndexExpr &a, const IndexExpr &b);
  static IndexExpr min(const IndexExpr &a, const IndexExpr &b);
  static IndexExpr max(const IndexExpr &a, const IndexExpr &b);

  /// Replaces symbols; a symbol for which `lookup` has no value stays.
  IndexExpr substitute(
      llvm::function_ref<std::optional<IndexExpr>(llvm::StringRef)> lookup)
      const;
  /// Applies what the ranges prove: drops floorDivs of a value inside
  /// [0, divisor), decides minima and maxima. Who asks more than once about
  /// the same symbols keeps an IndexFacts.
  IndexExpr simplify(RangeLookup ranges) const;
  /// The value, absent on overflow, division by zero or an unknown symbol.
  std::optional<int64_t> evaluate(
      llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> value) const;

  /// Every atom of the polynomial replaced.
  IndexExpr
  mapAtoms(llvm::function_ref<IndexExpr(const IndexAtomRef &)> rebuild) const;

  /// True only when proved under `ranges` for every value of the symbols.
  bool isNonNegative(RangeLookup ranges) const;
  bool dependsOn(llvm::StringRef symbol) const;
  /// Calls `visit` for every symbol, nested ones too; may repeat.
  void walkSymbols(llvm::function_ref<void(llvm::StringRef)> visit) const;

  /// Canonical text, which `parse` reads back: `2*N*C + (H + 1) floordiv 2`.
  std::string str() const;
  static std::optional<IndexExpr> parse(llvm::StringRef text);

  /// Of what an expression holds; of numbers all but the hash are nothing.
  IndexContents contents() const;

private:
  friend struct llvm::DenseMapInfo<IndexExpr>;
  static IndexExpr atom(IndexAtomKind kind, const IndexExpr &a,
                        const IndexExpr &b);
  static IndexExpr fromSortedTerms(llvm::ArrayRef<IndexTerm> terms);
  static IndexExpr divideByNumber(const IndexExpr &a, int64_t divisor);

  llvm::IntrusiveRefCntPtr<const IndexSum> sum; // null: a number
  IndexTerm number;                             // its only term
  bool valid = true;
};

/// A leaf.
struct IndexAtom : llvm::ThreadSafeRefCountedBase<IndexAtom> {
  IndexAtomKind kind = IndexAtomKind::Symbol;
  std::string name;   // of Symbol
  IndexExpr lhs, rhs; // of FloorDiv, Min, Max
  IndexContents contents;

  bool operator==(const IndexAtom &other) const;
};

/// The range [0, size) or wider that an expression's symbols are known to lie
/// in; answers what simplification and proofs ask.
struct SymbolRange {
  int64_t min = 0;
  std::optional<int64_t> max; // absent: unbounded
  /// An exclusive upper bound given as an expression (a loop variable's
  /// extent); absent for sizes.
  std::optional<IndexExpr> extent;
};

} // namespace tenon

template <> struct llvm::DenseMapInfo<tenon::IndexExpr> {
  static tenon::IndexExpr getEmptyKey() { return noExpression(1); }
  static tenon::IndexExpr getTombstoneKey() { return noExpression(2); }
  static unsigned getHashValue(const tenon::IndexExpr &expr) {
    return static_cast<unsigned>(expr.hash());
  }
  static bool isEqual(const tenon::IndexExpr &a, const tenon::IndexExpr &b) {
    if (!a.valid || !b.valid)
      return a.valid == b.valid && a.number.coefficient == b.number.coefficient;
    return a == b;
  }

private:
  static tenon::IndexExpr noExpression(int64_t number) {
    tenon::IndexExpr key(number);
    key.valid = false;
    return key;
  }
};

#endif // TENON_COMPILER_SUPPORT_INDEXEXPR_H

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
#ifndef TENON_COMPILER_SUPPORT_INDEXEXPR_H
#define TENON_COMPILER_SUPPORT_INDEXEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>

namespace tenon {

class IndexExpr;

/// The range [0, size) or wider that an expression's symbols are known to lie
/// in; answers what simplification and proofs ask.
struct SymbolRange {
  int64_t min = 0;
  std::optional<int64_t> max; // absent: unbounded
  /// An exclusive upper bound given as an expression (a loop variable's
  /// extent); absent for sizes.
  std::shared_ptr<const IndexExpr> extent;
};
using RangeLookup = llvm::function_ref<SymbolRange(llvm::StringRef symbol)>;

/// What a leaf of a polynomial is.
enum class IndexAtomKind : uint8_t { Symbol, FloorDiv, Min, Max };

struct IndexAtom;
using IndexAtomRef = std::shared_ptr<const IndexAtom>;

/// coefficient * factors[0] * factors[1] * ...; factors sorted by their text.
struct IndexTerm {
  int64_t coefficient = 0;
  llvm::SmallVector<IndexAtomRef, 2> factors;
};

/// An immutable polynomial. The default value is 0. Arithmetic that leaves
/// int64 makes the result invalid, and everything computed from it.
class IndexExpr {
public:
  IndexExpr() = default;
  IndexExpr(int64_t constant);
  static IndexExpr symbol(llvm::StringRef name);
  static IndexExpr fromAtom(IndexAtomRef atom);
  static IndexExpr invalid();

  bool isValid() const { return valid; }
  std::optional<int64_t> constant() const;
  bool isConstant(int64_t value) const { return constant() == value; }
  /// The symbol's name when the expression is exactly one symbol.
  std::optional<llvm::StringRef> symbolName() const;
  llvm::ArrayRef<IndexTerm> terms() const { return sum; }

  IndexExpr operator+(const IndexExpr &other) const;
  IndexExpr operator-(const IndexExpr &other) const;
  IndexExpr operator*(const IndexExpr &other) const;
  bool operator==(const IndexExpr &other) const;
  bool operator!=(const IndexExpr &other) const { return !(*this == other); }

  /// Rounds towards minus infinity. Exact where the divisor divides a term.
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
  /// [0, divisor), decides minima and maxima.
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

private:
  friend struct IndexAtom;
  void addTerm(IndexTerm term);
  void normalize();
  static IndexExpr atom(IndexAtomKind kind, const IndexExpr &a,
                        const IndexExpr &b);

  llvm::SmallVector<IndexTerm, 0> sum; // sorted by monomial text; no zeros
  bool valid = true;
};

/// A leaf; `text` is canonical and decides order and equality.
struct IndexAtom {
  IndexAtomKind kind;
  std::string text;
  IndexExpr lhs, rhs; // of FloorDiv, Min, Max
};

/// `a / b` as monomials, absent unless exact.
std::optional<IndexTerm> divideTerms(const IndexTerm &a, const IndexTerm &b);

} // namespace tenon

#endif // TENON_COMPILER_SUPPORT_INDEXEXPR_H

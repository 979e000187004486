// SPDX-License-Identifier: Apache-2.0
// What ranges prove of an IndexExpr, and the simplification by such proofs.
//
// To prove that a value is not negative, it is made smaller step by step until
// every coefficient is positive: floor divisions are replaced by what they
// divide, loop variables by an end of their range, and what is left is
// measured from its least value. Each step multiplies by other factors of the
// term, so each asks first whether those are non-negative: a step that is not
// proved is not taken.
#include "compiler/support/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

class Prover {
public:
  explicit Prover(RangeLookup ranges) : ranges(ranges) {}

  bool nonNegative(const IndexExpr &expr);

private:
  /// How positive multiples of a floor division are bounded from below.
  enum class Division { ByItsLeast, ByItsDividend };
  bool nonNegative(const IndexExpr &expr, Division division);
  std::optional<int64_t> leastOf(const IndexExpr &expr);
  std::optional<int64_t> leastOf(const IndexAtom &atom);
  /// The factors of `term` but number `skip` are all non-negative.
  bool othersNonNegative(const IndexTerm &term, size_t skip);

  /// Something not greater than `term`, absent when there is nothing to do.
  std::optional<IndexExpr> boundVariable(const IndexTerm &term);
  std::optional<IndexExpr> boundDivision(const IndexTerm &term,
                                         Division division);
  template <typename Bound> bool boundTerms(IndexExpr &expr, Bound bound);

  bool spend() { return budget > 0 && budget-- > 0; }

  RangeLookup ranges;
  int budget = 2000; // terms looked at; a proof that needs more is not found
};

IndexExpr fromTerm(const IndexTerm &term, std::optional<size_t> skip = {}) {
  IndexExpr product(term.coefficient);
  for (auto [i, factor] : enumerate(term.factors))
    if (i != skip)
      product = product * IndexExpr::fromAtom(factor);
  return product;
}

std::optional<int64_t> Prover::leastOf(const IndexExpr &expr) {
  if (std::optional<int64_t> known = expr.constant())
    return known;
  return nonNegative(expr) ? std::optional<int64_t>(0) : std::nullopt;
}

std::optional<int64_t> Prover::leastOf(const IndexAtom &atom) {
  if (!spend())
    return std::nullopt;
  if (atom.kind == IndexAtomKind::Symbol)
    return ranges(atom.text).min;
  if (atom.kind == IndexAtomKind::FloorDiv)
    return nonNegative(atom.lhs) && nonNegative(atom.rhs)
               ? std::optional<int64_t>(0)
               : std::nullopt;
  std::optional<int64_t> a = leastOf(atom.lhs), b = leastOf(atom.rhs);
  if (a && b)
    return atom.kind == IndexAtomKind::Min ? std::min(*a, *b)
                                           : std::max(*a, *b);
  if (atom.kind == IndexAtomKind::Min)
    return std::nullopt;
  return a ? a : b;
}

bool Prover::othersNonNegative(const IndexTerm &term, size_t skip) {
  for (auto [i, factor] : enumerate(term.factors)) {
    if (i == skip)
      continue;
    std::optional<int64_t> least = leastOf(*factor);
    if (!least || *least < 0)
      return false;
  }
  return true;
}

/// 0 <= v < extent: c * v >= 0 for c >= 0, else c * v >= c * (extent - 1).
std::optional<IndexExpr> Prover::boundVariable(const IndexTerm &term) {
  for (auto [i, factor] : enumerate(term.factors)) {
    if (factor->kind != IndexAtomKind::Symbol)
      continue;
    SymbolRange range = ranges(factor->text);
    if (!range.extent || range.min != 0 || !othersNonNegative(term, i))
      continue;
    if (term.coefficient > 0)
      return IndexExpr();
    return fromTerm(term, i) * (*range.extent - 1);
  }
  return std::nullopt;
}

/// x - b < b * (x floordiv b) <= x for b > 0, and x floordiv b <= x for x >= 0
/// and b >= 1.
std::optional<IndexExpr> Prover::boundDivision(const IndexTerm &term,
                                               Division division) {
  for (auto [i, factor] : enumerate(term.factors)) {
    if (factor->kind != IndexAtomKind::FloorDiv ||
        !othersNonNegative(term, i) || !nonNegative(factor->rhs))
      continue;
    const IndexExpr &dividend = factor->lhs, &divisor = factor->rhs;
    IndexTerm rest = term;
    rest.factors.erase(rest.factors.begin() + i);
    std::optional<IndexTerm> quotient;
    if (divisor.terms().size() == 1)
      quotient = divideTerms(rest, divisor.terms()[0]);
    if (term.coefficient < 0) {
      if (quotient)
        return fromTerm(*quotient) * dividend;
      if (nonNegative(dividend) && nonNegative(divisor - 1))
        return fromTerm(rest) * dividend;
    } else if (quotient && division == Division::ByItsDividend) {
      return fromTerm(*quotient) * (dividend - divisor + 1);
    }
  }
  return std::nullopt;
}

/// Replaces each term for which there is a bound; false when there was none.
template <typename Bound>
bool Prover::boundTerms(IndexExpr &expr, Bound bound) {
  IndexExpr result;
  bool changed = false;
  for (const IndexTerm &term : expr.terms()) {
    std::optional<IndexExpr> lower;
    if (spend())
      lower = bound(term);
    changed |= lower.has_value();
    result = result + (lower ? *lower : fromTerm(term));
  }
  expr = result;
  return changed;
}

bool Prover::nonNegative(const IndexExpr &expr, Division division) {
  constexpr int kRounds = 6; // a dividend or an extent may hold more of them
  IndexExpr lower = expr;
  // Divisions first: their dividends cancel against other terms only while
  // the variables are still there.
  auto byDivision = [&](const IndexTerm &term) {
    return boundDivision(term, division);
  };
  auto byVariable = [&](const IndexTerm &term) { return boundVariable(term); };
  for (int i = 0; i < kRounds && boundTerms(lower, byDivision); ++i)
    ;
  for (int i = 0; i < kRounds && boundTerms(lower, byVariable); ++i)
    ;
  // x = least + x', x' >= 0: then all coefficients tell.
  bool known = lower.isValid();
  IndexExpr shifted = lower.mapAtoms([&](const IndexAtomRef &atom) {
    std::optional<int64_t> least = leastOf(*atom);
    known &= least.has_value();
    return IndexExpr::fromAtom(atom) + least.value_or(0);
  });
  return known && shifted.isValid() &&
         all_of(shifted.terms(),
                [](const IndexTerm &term) { return term.coefficient >= 0; });
}

bool Prover::nonNegative(const IndexExpr &expr) {
  if (!expr.isValid())
    return false;
  if (std::optional<int64_t> known = expr.constant())
    return *known >= 0;
  return nonNegative(expr, Division::ByItsLeast) ||
         (budget > 0 && nonNegative(expr, Division::ByItsDividend));
}

} // namespace

bool IndexExpr::isNonNegative(RangeLookup ranges) const {
  return Prover(ranges).nonNegative(*this);
}

/// The value that a range leaves no choice about.
static std::optional<IndexExpr> onlyValue(const SymbolRange &range) {
  if (range.extent)
    return range.extent->isConstant(1) ? std::optional<IndexExpr>(0)
                                       : std::nullopt;
  return range.max == range.min ? std::optional<IndexExpr>(range.min)
                                : std::nullopt;
}

IndexExpr IndexExpr::simplify(RangeLookup ranges) const {
  if (!valid)
    return invalid();
  return mapAtoms([&](const IndexAtomRef &leaf) -> IndexExpr {
    if (leaf->kind == IndexAtomKind::Symbol)
      return onlyValue(ranges(leaf->text)).value_or(fromAtom(leaf));
    IndexExpr a = leaf->lhs.simplify(ranges);
    IndexExpr b = leaf->rhs.simplify(ranges);
    switch (leaf->kind) {
    case IndexAtomKind::FloorDiv:
      if (a.isNonNegative(ranges) && (b - 1 - a).isNonNegative(ranges))
        return 0;
      return floorDiv(a, b);
    case IndexAtomKind::Min:
      if ((b - a).isNonNegative(ranges))
        return a;
      return (a - b).isNonNegative(ranges) ? b : min(a, b);
    default:
      if ((a - b).isNonNegative(ranges))
        return a;
      return (b - a).isNonNegative(ranges) ? b : max(a, b);
    }
  });
}

} // namespace tenon

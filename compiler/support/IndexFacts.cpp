// SPDX-License-Identifier: Apache-2.0
// Proofs by ranges, and the simplification by such proofs.
//
// To prove that a value is not negative, it is made smaller step by step until
// every coefficient is positive: floor divisions are replaced by what they
// divide, loop variables by an end of their range, and what is left is
// measured from its least value. Each step multiplies by other factors of the
// term, so each asks first whether those are non-negative: a step that is not
// proved is not taken. All questions inside a proof are about parts of what it
// is about, so proofs end, and remembering their answers changes none.
#include "compiler/support/IndexFacts.h"
#include "compiler/support/IndexTerms.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tenon {

namespace {

class Prover {
public:
  Prover(IndexFacts &facts, DenseMap<IndexExpr, bool> &proved)
      : facts(facts), proved(proved) {}

  bool nonNegative(const IndexExpr &expr);

private:
  /// How positive multiples of a floor division are bounded from below.
  enum class Division { ByItsLeast, ByItsDividend };
  bool nonNegative(const IndexExpr &expr, Division division);
  bool allPositive(const IndexExpr &lower);
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

  IndexFacts &facts;
  DenseMap<IndexExpr, bool> &proved;
  int budget = 20000; // terms looked at; a proof that needs more is not found
};

/// `term` without its factor number `skip`.
OwnedTerm without(const IndexTerm &term, size_t skip) {
  OwnedTerm rest(term);
  rest.factors.erase(rest.factors.begin() + skip);
  return rest;
}

IndexExpr exprOf(const OwnedTerm &term) {
  return IndexExpr::fromTerms(term.view());
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
    return facts.range(atom.name).min;
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
    const SymbolRange &range = facts.range(factor->name);
    if (!range.extent || range.min != 0 || !othersNonNegative(term, i))
      continue;
    if (term.coefficient > 0)
      return IndexExpr();
    return exprOf(without(term, i)) * (*range.extent - 1);
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
    OwnedTerm rest = without(term, i);
    std::optional<OwnedTerm> quotient;
    if (divisor.terms().size() == 1)
      quotient = divideTerms(rest.view(), divisor.terms()[0]);
    if (term.coefficient < 0) {
      if (quotient)
        return exprOf(*quotient) * dividend;
      if (nonNegative(dividend) && nonNegative(divisor - 1))
        return exprOf(rest) * dividend;
    } else if (quotient && division == Division::ByItsDividend) {
      return exprOf(*quotient) * (dividend - divisor + 1);
    }
  }
  return std::nullopt;
}

/// Replaces each term for which there is a bound; false when there was none.
template <typename Bound>
bool Prover::boundTerms(IndexExpr &expr, Bound bound) {
  SmallVector<IndexExpr, 4> bounds; // they keep the factors of `terms` alive
  SmallVector<IndexTerm, 8> terms;
  for (const IndexTerm &term : expr.terms()) {
    std::optional<IndexExpr> lower;
    if (spend())
      lower = bound(term);
    if (!lower)
      terms.push_back(term);
    else if (lower->isValid())
      bounds.push_back(std::move(*lower));
    else
      return false;
  }
  if (bounds.empty())
    return false;
  for (const IndexExpr &lower : bounds)
    terms.append(lower.terms().begin(), lower.terms().end());
  expr = IndexExpr::fromTerms(terms);
  return expr.isValid();
}

/// x = least + x', x' >= 0: then all coefficients tell.
bool Prover::allPositive(const IndexExpr &lower) {
  if (!lower.isValid())
    return false;
  bool known = true, shifts = false;
  for (const IndexTerm &term : lower.terms())
    for (IndexAtomRef factor : term.factors) {
      std::optional<int64_t> least = known ? leastOf(*factor) : std::nullopt;
      known &= least.has_value();
      shifts |= least.value_or(0) != 0;
    }
  if (!known)
    return false;
  IndexExpr shifted = lower;
  if (shifts)
    shifted = lower.mapAtoms([&](IndexAtomRef atom) {
      return IndexExpr::fromAtom(atom) + leastOf(*atom).value_or(0);
    });
  return shifted.isValid() &&
         all_of(shifted.terms(),
                [](const IndexTerm &term) { return term.coefficient >= 0; });
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
  return allPositive(lower);
}

bool Prover::nonNegative(const IndexExpr &expr) {
  if (!expr.isValid())
    return false;
  if (std::optional<int64_t> known = expr.constant())
    return *known >= 0;
  auto found = proved.find(expr);
  if (found != proved.end())
    return found->second;
  bool result = nonNegative(expr, Division::ByItsLeast) ||
                nonNegative(expr, Division::ByItsDividend);
  // An answer for want of budget is not one to keep.
  if (result || budget > 0)
    proved.try_emplace(expr, result);
  return result;
}

/// The value that a range leaves no choice about.
std::optional<IndexExpr> onlyValue(const SymbolRange &range) {
  if (range.extent)
    return range.extent->isConstant(1) ? std::optional<IndexExpr>(0)
                                       : std::nullopt;
  return range.max == range.min ? std::optional<IndexExpr>(range.min)
                                : std::nullopt;
}

} // namespace

const SymbolRange &IndexFacts::range(StringRef symbol) {
  auto found = ranges.find(symbol);
  if (found == ranges.end())
    found = ranges.try_emplace(symbol, lookup(symbol)).first;
  return found->second;
}

bool IndexFacts::isNonNegative(const IndexExpr &expr) {
  return Prover(*this, proved).nonNegative(expr);
}

IndexExpr IndexFacts::decideAtom(IndexAtomRef leaf) {
  if (leaf->kind == IndexAtomKind::Symbol)
    return onlyValue(range(leaf->name)).value_or(IndexExpr::fromAtom(leaf));
  IndexExpr a = simplify(leaf->lhs), b = simplify(leaf->rhs);
  switch (leaf->kind) {
  case IndexAtomKind::FloorDiv:
    if (isNonNegative(a) && isNonNegative(b - 1 - a))
      return 0;
    return IndexExpr::floorDiv(a, b);
  case IndexAtomKind::Min:
    if (isNonNegative(b - a))
      return a;
    return isNonNegative(a - b) ? b : IndexExpr::min(a, b);
  default:
    if (isNonNegative(a - b))
      return a;
    return isNonNegative(b - a) ? b : IndexExpr::max(a, b);
  }
}

IndexExpr IndexFacts::simplify(const IndexExpr &expr) {
  if (!expr.isValid() || expr.constant())
    return expr;
  auto found = simplified.find(expr);
  if (found != simplified.end())
    return found->second;
  const IndexTerm &first = expr.terms().front();
  bool isAtom = expr.terms().size() == 1 && first.coefficient == 1 &&
                first.factors.size() == 1;
  IndexExpr result = isAtom ? decideAtom(first.factors[0])
                            : expr.mapAtoms([&](IndexAtomRef leaf) {
                                return simplify(IndexExpr::fromAtom(leaf));
                              });
  simplified.try_emplace(expr, result);
  return result;
}

//===--- One question -----------------------------------------------------===//

bool IndexExpr::isNonNegative(RangeLookup ranges) const {
  if (std::optional<int64_t> known = constant())
    return *known >= 0;
  return IndexFacts([=](StringRef name) { return ranges(name); })
      .isNonNegative(*this);
}

IndexExpr IndexExpr::simplify(RangeLookup ranges) const {
  return IndexFacts([=](StringRef name) { return ranges(name); })
      .simplify(*this);
}

} // namespace tenon

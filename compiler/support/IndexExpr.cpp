// SPDX-License-Identifier: Apache-2.0
// Arithmetic on IndexExpr. How sums are kept is in IndexTerms.cpp, proofs and
// simplification by them in IndexFacts.cpp, text in IndexExprText.cpp.
#include "compiler/support/IndexTerms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <numeric>

using namespace llvm;

namespace tenon {

//===--- Sums -------------------------------------------------------------===//

/// `a + factor * b`; both sorted, and so is the result. False on overflow.
static bool addScaled(ArrayRef<IndexTerm> a, ArrayRef<IndexTerm> b,
                      int64_t factor, SmallVectorImpl<IndexTerm> &sum) {
  while (!a.empty() || !b.empty()) {
    int order = a.empty()   ? 1
                : b.empty() ? -1
                            : compareFactors(a[0].factors, b[0].factors);
    IndexTerm term = order <= 0 ? a[0] : IndexTerm{0, b[0].factors};
    int64_t added = 0;
    if (order >= 0 && (MulOverflow(b[0].coefficient, factor, added) ||
                       AddOverflow(term.coefficient, added, term.coefficient)))
      return false;
    a = a.drop_front(order <= 0);
    b = b.drop_front(order >= 0);
    if (term.coefficient != 0)
      sum.push_back(term);
  }
  return true;
}

IndexExpr IndexExpr::operator+(const IndexExpr &other) const {
  SmallVector<IndexTerm, 8> terms;
  if (!valid || !other.valid ||
      !addScaled(this->terms(), other.terms(), 1, terms))
    return invalid();
  return fromSortedTerms(terms);
}

IndexExpr IndexExpr::operator-(const IndexExpr &other) const {
  SmallVector<IndexTerm, 8> terms;
  if (!valid || !other.valid ||
      !addScaled(this->terms(), other.terms(), -1, terms))
    return invalid();
  return fromSortedTerms(terms);
}

//===--- Products ---------------------------------------------------------===//

IndexExpr IndexExpr::operator*(const IndexExpr &other) const {
  constexpr size_t kMostProducts = 16 * 1024;
  ArrayRef<IndexTerm> left = terms(), right = other.terms();
  if (!valid || !other.valid || left.size() * right.size() > kMostProducts)
    return invalid();
  if (!sum || !other.sum) {
    SmallVector<IndexTerm, 8> scaled;
    int64_t factor = sum ? other.number.coefficient : number.coefficient;
    if (!addScaled({}, sum ? left : right, factor, scaled))
      return invalid();
    return fromSortedTerms(scaled);
  }
  std::vector<IndexAtomRef> factors; // of all products, one after the other
  factors.reserve(left.size() * other.sum->factors.size() +
                  right.size() * sum->factors.size());
  SmallVector<IndexTerm, 8> products;
  for (const IndexTerm &a : left)
    for (const IndexTerm &b : right) {
      IndexAtomRef *first = factors.data() + factors.size();
      std::merge(a.factors.begin(), a.factors.end(), b.factors.begin(),
                 b.factors.end(), std::back_inserter(factors),
                 [](IndexAtomRef x, IndexAtomRef y) {
                   return compareAtoms(*x, *y) < 0;
                 });
      IndexTerm product{0, {first, a.factors.size() + b.factors.size()}};
      if (MulOverflow(a.coefficient, b.coefficient, product.coefficient))
        return invalid();
      products.push_back(product);
    }
  return fromTerms(products);
}

//===--- Division ---------------------------------------------------------===//

int64_t floorDivide(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return (a % b != 0 && ((a < 0) != (b < 0))) ? quotient - 1 : quotient;
}

std::optional<OwnedTerm> divideTerms(const IndexTerm &a, const IndexTerm &b) {
  if (quotientOverflows(a.coefficient, b.coefficient) ||
      a.coefficient % b.coefficient != 0)
    return std::nullopt;
  OwnedTerm result(a);
  result.coefficient = a.coefficient / b.coefficient;
  for (IndexAtomRef factor : b.factors) {
    auto *found = find_if(
        result.factors, [&](IndexAtomRef other) { return *other == *factor; });
    if (found == result.factors.end())
      return std::nullopt;
    result.factors.erase(found);
  }
  return result;
}

namespace {

/// a = whole * b + rest.
struct Division {
  IndexExpr whole, rest;
};

/// Terms that the divisor divides leave the division: exact for any sign. Of a
/// number, what is left is in [0, divisor).
Division splitDivision(ArrayRef<IndexTerm> terms, const IndexTerm &divisor) {
  std::deque<OwnedTerm> made;
  SmallVector<IndexTerm, 8> whole, rest;
  bool byNumber = divisor.factors.empty() && divisor.coefficient > 0;
  for (const IndexTerm &term : terms) {
    if (std::optional<OwnedTerm> quotient = divideTerms(term, divisor)) {
      made.push_back(std::move(*quotient));
      whole.push_back(made.back().view());
    } else if (byNumber && term.factors.empty()) {
      int64_t quotient = floorDivide(term.coefficient, divisor.coefficient);
      whole.push_back({quotient, {}});
      rest.push_back({term.coefficient - quotient * divisor.coefficient, {}});
    } else {
      rest.push_back(term);
    }
  }
  return {IndexExpr::fromTerms(whole), IndexExpr::fromTerms(rest)};
}

/// The greatest number that divides the divisor and every coefficient.
int64_t sharedFactor(const IndexExpr &numerator, int64_t divisor) {
  int64_t shared = divisor;
  for (const IndexTerm &term : numerator.terms())
    if (term.coefficient == INT64_MIN)
      return 1;
    else if (!term.factors.empty())
      shared = std::gcd(shared, term.coefficient);
  return shared;
}

/// The atom and the number of `a` = atom + number, an absent atom otherwise.
std::pair<IndexAtomRef, int64_t> asShiftedAtom(const IndexExpr &a) {
  ArrayRef<IndexTerm> terms = a.terms();
  int64_t number = 0;
  if (terms.size() == 2 && terms[0].factors.empty()) {
    number = terms[0].coefficient;
    terms = terms.drop_front();
  }
  bool isAtom = terms.size() == 1 && terms[0].coefficient == 1 &&
                terms[0].factors.size() == 1;
  return {isAtom ? terms[0].factors[0] : nullptr, number};
}

} // namespace

/// `a` is not a number, `divisor` is at least 2.
IndexExpr IndexExpr::divideByNumber(const IndexExpr &a, int64_t divisor) {
  // (g * e + c) floordiv (g * m) = (e + c floordiv g) floordiv m.
  int64_t shared = sharedFactor(a, divisor);
  if (shared > 1) {
    SmallVector<IndexTerm, 8> shrunk(a.terms());
    for (IndexTerm &term : shrunk)
      term.coefficient = floorDivide(term.coefficient, shared);
    return floorDiv(fromTerms(shrunk), divisor / shared);
  }
  // (x floordiv m + c) floordiv n = (x + c * m) floordiv (m * n) for positive
  // m, n.
  auto [inner, shift] = asShiftedAtom(a);
  if (inner && inner->kind == IndexAtomKind::FloorDiv &&
      inner->rhs.constant().value_or(0) > 0) {
    IndexExpr both = inner->rhs * divisor;
    IndexExpr shifted = inner->lhs + inner->rhs * shift;
    if (both.valid && shifted.valid)
      return floorDiv(shifted, both);
  }
  return atom(IndexAtomKind::FloorDiv, a, divisor);
}

IndexExpr IndexExpr::floorDiv(const IndexExpr &a, const IndexExpr &b) {
  if (!a.valid || !b.valid || b.isConstant(0))
    return invalid();
  if (b.isConstant(-1))
    return a * -1;
  if (b.isConstant(1))
    return a;
  std::optional<int64_t> divisor = b.constant(), value = a.constant();
  if (divisor && value)
    return floorDivide(*value, *divisor);
  if (a == b)
    return 1;
  Division parts{0, a};
  if (b.terms().size() == 1)
    parts = splitDivision(a.terms(), b.terms()[0]);
  std::optional<int64_t> rest = parts.rest.constant();
  if (rest && (divisor || *rest == 0))
    return *rest == 0 ? parts.whole
                      : parts.whole + floorDivide(*rest, *divisor);
  if (divisor && *divisor > 0)
    return parts.whole + divideByNumber(parts.rest, *divisor);
  return parts.whole + atom(IndexAtomKind::FloorDiv, parts.rest, b);
}

IndexExpr IndexExpr::ceilDiv(const IndexExpr &a, const IndexExpr &b) {
  return floorDiv(a + b - 1, b);
}

IndexExpr IndexExpr::mod(const IndexExpr &a, const IndexExpr &b) {
  return a - b * floorDiv(a, b);
}

//===--- Minimum and maximum ----------------------------------------------===//

IndexExpr IndexExpr::min(const IndexExpr &a, const IndexExpr &b) {
  if (!a.valid || !b.valid)
    return invalid();
  if (std::optional<int64_t> difference = (a - b).constant())
    return *difference <= 0 ? a : b;
  return a.compare(b) < 0 ? atom(IndexAtomKind::Min, a, b)
                          : atom(IndexAtomKind::Min, b, a);
}

IndexExpr IndexExpr::max(const IndexExpr &a, const IndexExpr &b) {
  if (!a.valid || !b.valid)
    return invalid();
  if (std::optional<int64_t> difference = (a - b).constant())
    return *difference >= 0 ? a : b;
  return a.compare(b) < 0 ? atom(IndexAtomKind::Max, a, b)
                          : atom(IndexAtomKind::Max, b, a);
}

//===--- Substitution and evaluation --------------------------------------===//

IndexExpr IndexExpr::mapAtoms(
    function_ref<IndexExpr(const IndexAtomRef &)> rebuild) const {
  if (!valid)
    return invalid();
  SmallVector<IndexExpr, 8> parts; // they keep the atoms of `terms` alive
  SmallVector<IndexTerm, 8> terms;
  for (const IndexTerm &term : this->terms()) {
    IndexExpr product(term.coefficient);
    for (IndexAtomRef factor : term.factors)
      product = product * rebuild(factor);
    if (!product.valid)
      return invalid();
    parts.push_back(std::move(product));
  }
  for (const IndexExpr &part : parts)
    terms.append(part.terms().begin(), part.terms().end());
  return fromTerms(terms);
}

namespace {

/// One substitution; parts that occur more than once are replaced once.
class Substitution {
public:
  explicit Substitution(
      function_ref<std::optional<IndexExpr>(StringRef)> lookup)
      : lookup(lookup) {}

  IndexExpr replace(const IndexExpr &expr) {
    if (!expr.isValid() || expr.constant())
      return expr;
    return expr.mapAtoms([&](IndexAtomRef leaf) {
      auto found = done.find(leaf);
      if (found != done.end())
        return found->second;
      IndexExpr result = replaceAtom(leaf);
      done.try_emplace(leaf, result);
      return result;
    });
  }

private:
  IndexExpr replaceAtom(IndexAtomRef leaf) {
    if (leaf->kind == IndexAtomKind::Symbol) {
      std::optional<IndexExpr> value = lookup(leaf->name);
      return value ? *value : IndexExpr::fromAtom(leaf);
    }
    IndexExpr a = replace(leaf->lhs), b = replace(leaf->rhs);
    if (a == leaf->lhs && b == leaf->rhs)
      return IndexExpr::fromAtom(leaf);
    if (leaf->kind == IndexAtomKind::FloorDiv)
      return IndexExpr::floorDiv(a, b);
    return leaf->kind == IndexAtomKind::Min ? IndexExpr::min(a, b)
                                            : IndexExpr::max(a, b);
  }

  function_ref<std::optional<IndexExpr>(StringRef)> lookup;
  SmallDenseMap<IndexAtomRef, IndexExpr, 4> done;
};

} // namespace

IndexExpr IndexExpr::substitute(
    function_ref<std::optional<IndexExpr>(StringRef)> lookup) const {
  return Substitution(lookup).replace(*this);
}

static std::optional<int64_t>
evaluateAtom(const IndexAtom &leaf,
             function_ref<std::optional<int64_t>(StringRef)> value) {
  if (leaf.kind == IndexAtomKind::Symbol)
    return value(leaf.name);
  auto a = leaf.lhs.evaluate(value), b = leaf.rhs.evaluate(value);
  if (!a || !b)
    return std::nullopt;
  if (leaf.kind == IndexAtomKind::Min)
    return std::min(*a, *b);
  if (leaf.kind == IndexAtomKind::Max)
    return std::max(*a, *b);
  if (*b == 0 || quotientOverflows(*a, *b))
    return std::nullopt;
  return floorDivide(*a, *b);
}

std::optional<int64_t> IndexExpr::evaluate(
    function_ref<std::optional<int64_t>(StringRef)> value) const {
  if (!valid)
    return std::nullopt;
  int64_t total = 0;
  for (const IndexTerm &term : terms()) {
    int64_t product = term.coefficient;
    for (IndexAtomRef leaf : term.factors) {
      std::optional<int64_t> factor = evaluateAtom(*leaf, value);
      if (!factor || MulOverflow(product, *factor, product))
        return std::nullopt;
    }
    if (AddOverflow(total, product, total))
      return std::nullopt;
  }
  return total;
}

} // namespace tenon

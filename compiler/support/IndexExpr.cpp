// SPDX-License-Identifier: Apache-2.0
// Arithmetic on IndexExpr. Proofs and the simplification by them are in
// IndexExprProofs.cpp, parsing and printing in IndexExprText.cpp.
#include "compiler/support/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;

namespace tenon {

namespace {

// What no honest model reaches: sizes of expressions, in terms, factors and
// characters of an atom. Beyond, an expression is invalid; without these, a
// few lines of shape arithmetic could grow one that fills the memory.
constexpr size_t kMostTerms = 1024, kMostFactors = 64, kMostText = 1 << 14;

/// Orders monomials: fewer factors first, then by the factors' text.
int compareFactors(ArrayRef<IndexAtomRef> a, ArrayRef<IndexAtomRef> b) {
  if (a.size() != b.size())
    return a.size() < b.size() ? -1 : 1;
  for (auto [x, y] : zip(a, b))
    if (x != y)
      if (int order = x->text.compare(y->text))
        return order;
  return 0;
}

bool sameFactors(ArrayRef<IndexAtomRef> a, ArrayRef<IndexAtomRef> b) {
  return compareFactors(a, b) == 0;
}

int64_t floorDivide(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return (a % b != 0 && ((a < 0) != (b < 0))) ? quotient - 1 : quotient;
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

/// The one quotient that does not fit.
bool quotientOverflows(int64_t a, int64_t b) {
  return a == INT64_MIN && b == -1;
}

} // namespace

/// `a / b` as monomials, absent unless exact.
std::optional<IndexTerm> divideTerms(const IndexTerm &a, const IndexTerm &b) {
  if (quotientOverflows(a.coefficient, b.coefficient) ||
      a.coefficient % b.coefficient != 0)
    return std::nullopt;
  IndexTerm result{a.coefficient / b.coefficient, a.factors};
  for (const IndexAtomRef &factor : b.factors) {
    auto *found = find_if(result.factors, [&](const IndexAtomRef &other) {
      return other->text == factor->text;
    });
    if (found == result.factors.end())
      return std::nullopt;
    result.factors.erase(found);
  }
  return result;
}

IndexExpr::IndexExpr(int64_t constant) {
  if (constant != 0)
    sum.push_back({constant, {}});
}

IndexExpr IndexExpr::invalid() {
  IndexExpr result;
  result.valid = false;
  return result;
}

IndexExpr IndexExpr::fromAtom(IndexAtomRef atom) {
  IndexExpr result;
  result.sum.push_back({1, {std::move(atom)}});
  return result;
}

IndexExpr IndexExpr::symbol(StringRef name) {
  IndexExpr result;
  auto leaf = std::make_shared<IndexAtom>();
  leaf->kind = IndexAtomKind::Symbol;
  leaf->text = name.str();
  result.sum.push_back({1, {std::move(leaf)}});
  return result;
}

std::optional<int64_t> IndexExpr::constant() const {
  if (!valid)
    return std::nullopt;
  if (sum.empty())
    return 0;
  if (sum.size() == 1 && sum[0].factors.empty())
    return sum[0].coefficient;
  return std::nullopt;
}

std::optional<StringRef> IndexExpr::symbolName() const {
  if (!valid || sum.size() != 1 || sum[0].coefficient != 1 ||
      sum[0].factors.size() != 1 ||
      sum[0].factors[0]->kind != IndexAtomKind::Symbol)
    return std::nullopt;
  return StringRef(sum[0].factors[0]->text);
}

void IndexExpr::addTerm(IndexTerm term) {
  auto *at =
      llvm::lower_bound(sum, term, [](const IndexTerm &a, const IndexTerm &b) {
        return compareFactors(a.factors, b.factors) < 0;
      });
  if (at == sum.end() || !sameFactors(at->factors, term.factors)) {
    if (term.coefficient != 0)
      sum.insert(at, std::move(term));
    if (sum.size() > kMostTerms)
      *this = invalid();
    return;
  }
  if (AddOverflow(at->coefficient, term.coefficient, at->coefficient))
    *this = invalid();
  else if (at->coefficient == 0)
    sum.erase(at);
}

IndexExpr IndexExpr::operator+(const IndexExpr &other) const {
  if (!valid || !other.valid)
    return invalid();
  IndexExpr result = *this;
  for (const IndexTerm &term : other.sum)
    if (result.valid)
      result.addTerm(term);
  return result;
}

IndexExpr IndexExpr::operator*(const IndexExpr &other) const {
  constexpr size_t kMostProducts = 16 * kMostTerms;
  if (!valid || !other.valid || sum.size() * other.sum.size() > kMostProducts)
    return invalid();
  IndexExpr result;
  for (const IndexTerm &a : sum)
    for (const IndexTerm &b : other.sum) {
      IndexTerm product;
      if (MulOverflow(a.coefficient, b.coefficient, product.coefficient) ||
          a.factors.size() + b.factors.size() > kMostFactors)
        return invalid();
      product.factors = a.factors;
      product.factors.append(b.factors.begin(), b.factors.end());
      llvm::sort(product.factors,
                 [](const IndexAtomRef &x, const IndexAtomRef &y) {
                   return x->text < y->text;
                 });
      result.addTerm(std::move(product));
      if (!result.valid)
        return result;
    }
  return result;
}

IndexExpr IndexExpr::operator-(const IndexExpr &other) const {
  return *this + other * IndexExpr(-1);
}

bool IndexExpr::operator==(const IndexExpr &other) const {
  if (!valid || !other.valid || sum.size() != other.sum.size())
    return false;
  for (auto [a, b] : zip(sum, other.sum))
    if (a.coefficient != b.coefficient || !sameFactors(a.factors, b.factors))
      return false;
  return true;
}

IndexExpr IndexExpr::atom(IndexAtomKind kind, const IndexExpr &a,
                          const IndexExpr &b) {
  auto leaf = std::make_shared<IndexAtom>();
  leaf->kind = kind;
  leaf->lhs = a;
  leaf->rhs = b;
  switch (kind) {
  case IndexAtomKind::FloorDiv:
    leaf->text = "((" + a.str() + ") floordiv (" + b.str() + "))";
    break;
  case IndexAtomKind::Min:
    leaf->text = "min(" + a.str() + ", " + b.str() + ")";
    break;
  case IndexAtomKind::Max:
    leaf->text = "max(" + a.str() + ", " + b.str() + ")";
    break;
  case IndexAtomKind::Symbol:
    break;
  }
  if (leaf->text.size() > kMostText)
    return invalid();
  IndexExpr result;
  result.sum.push_back({1, {std::move(leaf)}});
  return result;
}

IndexExpr IndexExpr::floorDiv(const IndexExpr &a, const IndexExpr &b) {
  if (!a.valid || !b.valid || b.sum.empty())
    return invalid();
  if (b.isConstant(-1))
    return a * -1;
  if (b.isConstant(1))
    return a;
  std::optional<int64_t> divisor = b.constant(), value = a.constant();
  if (divisor && value)
    return quotientOverflows(*value, *divisor)
               ? invalid()
               : IndexExpr(floorDivide(*value, *divisor));
  if (a == b)
    return 1;
  // Terms that the divisor divides leave the division: exact for any sign.
  IndexExpr whole, rest;
  if (b.sum.size() == 1) {
    for (const IndexTerm &term : a.sum) {
      if (std::optional<IndexTerm> quotient = divideTerms(term, b.sum[0])) {
        whole.addTerm(*quotient);
      } else if (divisor && *divisor > 0 && term.factors.empty()) {
        // c floordiv d: keep the remainder in [0, d).
        int64_t quotient = floorDivide(term.coefficient, *divisor);
        whole = whole + quotient;
        rest = rest + (term.coefficient - quotient * *divisor);
      } else {
        rest.addTerm(term);
      }
    }
  } else {
    rest = a;
  }
  if (rest.sum.empty())
    return whole;
  if (divisor && rest.constant())
    return whole + floorDivide(*rest.constant(), *divisor);
  // (g * e + c) floordiv (g * m) = (e + c floordiv g) floordiv m.
  int64_t shared = divisor && *divisor > 0 ? sharedFactor(rest, *divisor) : 1;
  if (shared > 1) {
    IndexExpr shrunk;
    for (const IndexTerm &term : rest.sum)
      shrunk.addTerm({floorDivide(term.coefficient, shared), term.factors});
    return whole + floorDiv(shrunk, *divisor / shared);
  }
  // (x floordiv m) floordiv n = x floordiv (m * n) for positive m, n.
  if (divisor && *divisor > 0 && rest.sum.size() == 1 &&
      rest.sum[0].coefficient == 1 && rest.sum[0].factors.size() == 1) {
    const IndexAtom &inner = *rest.sum[0].factors[0];
    IndexExpr both = inner.rhs * b;
    if (inner.kind == IndexAtomKind::FloorDiv && inner.rhs.constant() &&
        *inner.rhs.constant() > 0 && both.isValid())
      return whole + floorDiv(inner.lhs, both);
  }
  return whole + atom(IndexAtomKind::FloorDiv, rest, b);
}

IndexExpr IndexExpr::ceilDiv(const IndexExpr &a, const IndexExpr &b) {
  return floorDiv(a + b - 1, b);
}

IndexExpr IndexExpr::mod(const IndexExpr &a, const IndexExpr &b) {
  return a - b * floorDiv(a, b);
}

IndexExpr IndexExpr::min(const IndexExpr &a, const IndexExpr &b) {
  if (!a.valid || !b.valid)
    return invalid();
  if (std::optional<int64_t> difference = (a - b).constant())
    return *difference <= 0 ? a : b;
  return a.str() < b.str() ? atom(IndexAtomKind::Min, a, b)
                           : atom(IndexAtomKind::Min, b, a);
}

IndexExpr IndexExpr::max(const IndexExpr &a, const IndexExpr &b) {
  if (!a.valid || !b.valid)
    return invalid();
  if (std::optional<int64_t> difference = (a - b).constant())
    return *difference >= 0 ? a : b;
  return a.str() < b.str() ? atom(IndexAtomKind::Max, a, b)
                           : atom(IndexAtomKind::Max, b, a);
}

IndexExpr IndexExpr::mapAtoms(
    function_ref<IndexExpr(const IndexAtomRef &)> rebuild) const {
  IndexExpr result;
  for (const IndexTerm &term : sum) {
    IndexExpr product(term.coefficient);
    for (const IndexAtomRef &factor : term.factors)
      product = product * rebuild(factor);
    result = result + product;
  }
  return result;
}

IndexExpr IndexExpr::substitute(
    function_ref<std::optional<IndexExpr>(StringRef)> lookup) const {
  if (!valid)
    return invalid();
  return mapAtoms([&](const IndexAtomRef &leaf) -> IndexExpr {
    if (leaf->kind == IndexAtomKind::Symbol) {
      std::optional<IndexExpr> value = lookup(leaf->text);
      return value ? *value : symbol(leaf->text);
    }
    IndexExpr a = leaf->lhs.substitute(lookup);
    IndexExpr b = leaf->rhs.substitute(lookup);
    if (leaf->kind == IndexAtomKind::FloorDiv)
      return floorDiv(a, b);
    return leaf->kind == IndexAtomKind::Min ? min(a, b) : max(a, b);
  });
}

std::optional<int64_t> IndexExpr::evaluate(
    function_ref<std::optional<int64_t>(StringRef)> value) const {
  if (!valid)
    return std::nullopt;
  int64_t total = 0;
  for (const IndexTerm &term : sum) {
    int64_t product = term.coefficient;
    for (const IndexAtomRef &leaf : term.factors) {
      std::optional<int64_t> factor;
      if (leaf->kind == IndexAtomKind::Symbol) {
        factor = value(leaf->text);
      } else {
        auto a = leaf->lhs.evaluate(value), b = leaf->rhs.evaluate(value);
        if (!a || !b)
          return std::nullopt;
        if (leaf->kind == IndexAtomKind::Min)
          factor = std::min(*a, *b);
        else if (leaf->kind == IndexAtomKind::Max)
          factor = std::max(*a, *b);
        else if (*b != 0 && !quotientOverflows(*a, *b))
          factor = floorDivide(*a, *b);
      }
      if (!factor || MulOverflow(product, *factor, product))
        return std::nullopt;
    }
    if (AddOverflow(total, product, total))
      return std::nullopt;
  }
  return total;
}

void IndexExpr::walkSymbols(function_ref<void(StringRef)> visit) const {
  for (const IndexTerm &term : sum)
    for (const IndexAtomRef &leaf : term.factors) {
      if (leaf->kind == IndexAtomKind::Symbol) {
        visit(leaf->text);
        continue;
      }
      leaf->lhs.walkSymbols(visit);
      leaf->rhs.walkSymbols(visit);
    }
}

bool IndexExpr::dependsOn(StringRef name) const {
  bool found = false;
  walkSymbols([&](StringRef other) { found |= other == name; });
  return found;
}

} // namespace tenon

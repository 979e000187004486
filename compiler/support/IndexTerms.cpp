// SPDX-License-Identifier: Apache-2.0
// How the parts of an IndexExpr are kept, compared and brought into order.
#include "compiler/support/IndexTerms.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tenon {

namespace {

// What no honest model reaches: sizes of expressions, in terms, factors of a
// term, parts when written out, and divisions inside divisions. Beyond, an
// expression is invalid; without these, a few lines of shape arithmetic could
// grow one that fills the memory or exhausts a stack.
constexpr size_t kMostTerms = 1024, kMostFactors = 64;
constexpr uint32_t kMostNodes = 1 << 13, kMostDepth = 128;

uint64_t symbolBit(StringRef name) {
  return uint64_t(1) << (static_cast<size_t>(hash_value(name)) % 64);
}

void addContents(IndexContents &to, const IndexContents &part) {
  to.hash = hash_combine(to.hash, part.hash);
  to.symbols |= part.symbols;
  to.nodes += part.nodes;
  to.depth = std::max(to.depth, part.depth);
}

bool sameFactors(ArrayRef<IndexAtomRef> a, ArrayRef<IndexAtomRef> b) {
  return a.size() == b.size() && all_of(zip(a, b), [](auto pair) {
           auto [x, y] = pair;
           return x == y || *x == *y;
         });
}

bool sameTerms(ArrayRef<IndexTerm> a, ArrayRef<IndexTerm> b) {
  return a.size() == b.size() && all_of(zip(a, b), [](auto pair) {
           auto [x, y] = pair;
           return x.coefficient == y.coefficient &&
                  sameFactors(x.factors, y.factors);
         });
}

/// Absent when it is larger than any honest expression.
IntrusiveRefCntPtr<const IndexSum> makeSum(ArrayRef<IndexTerm> terms) {
  if (terms.size() > kMostTerms)
    return nullptr;
  size_t numFactors = 0;
  for (const IndexTerm &term : terms) {
    if (term.factors.size() > kMostFactors)
      return nullptr;
    numFactors += term.factors.size();
  }
  IntrusiveRefCntPtr<IndexSum> sum(new IndexSum);
  sum->factors.reserve(numFactors); // terms point into it
  sum->terms.reserve(terms.size());
  IndexContents &contents = sum->contents;
  for (const IndexTerm &term : terms) {
    IndexAtomRef *first = sum->factors.end();
    contents.hash = hash_combine(contents.hash, term.coefficient);
    ++contents.nodes;
    for (IndexAtomRef factor : term.factors) {
      factor->Retain();
      sum->factors.push_back(factor);
      addContents(contents, factor->contents);
      if (contents.nodes > kMostNodes)
        return nullptr;
    }
    sum->terms.push_back({term.coefficient, {first, term.factors.size()}});
  }
  return sum;
}

} // namespace

//===--- Order ------------------------------------------------------------===//

int compareAtoms(const IndexAtom &a, const IndexAtom &b) {
  if (&a == &b)
    return 0;
  if (a.kind != b.kind)
    return a.kind < b.kind ? -1 : 1;
  if (a.kind == IndexAtomKind::Symbol)
    return a.name.compare(b.name);
  int order = a.lhs.compare(b.lhs);
  return order ? order : a.rhs.compare(b.rhs);
}

int compareFactors(ArrayRef<IndexAtomRef> a, ArrayRef<IndexAtomRef> b) {
  if (a.size() != b.size())
    return a.size() < b.size() ? -1 : 1;
  for (auto [x, y] : zip(a, b))
    if (int order = compareAtoms(*x, *y))
      return order;
  return 0;
}

int IndexExpr::compare(const IndexExpr &other) const {
  if (sum && sum == other.sum)
    return 0;
  for (auto [a, b] : zip(terms(), other.terms())) {
    if (int order = compareFactors(a.factors, b.factors))
      return order;
    if (a.coefficient != b.coefficient)
      return a.coefficient < b.coefficient ? -1 : 1;
  }
  return static_cast<int>(terms().size()) -
         static_cast<int>(other.terms().size());
}

bool IndexAtom::operator==(const IndexAtom &other) const {
  return this == &other ||
         (contents.hash == other.contents.hash && kind == other.kind &&
          name == other.name && lhs == other.lhs && rhs == other.rhs);
}

bool IndexExpr::operator==(const IndexExpr &other) const {
  if (!valid || !other.valid)
    return false;
  if (!sum || !other.sum)
    return !sum && !other.sum && number.coefficient == other.number.coefficient;
  return sum == other.sum || (sum->contents.hash == other.sum->contents.hash &&
                              sameTerms(sum->terms, other.sum->terms));
}

//===--- Making -----------------------------------------------------------===//

IndexSum::~IndexSum() {
  for (IndexAtomRef factor : factors)
    factor->Release();
}

IndexContents IndexExpr::contents() const {
  if (sum)
    return sum->contents;
  return {.hash = hash_value(number.coefficient)};
}

size_t IndexExpr::hash() const {
  return sum ? sum->contents.hash
             : static_cast<size_t>(hash_value(number.coefficient));
}

IndexExpr IndexExpr::invalid() {
  IndexExpr result;
  result.valid = false;
  return result;
}

IndexExpr IndexExpr::fromSortedTerms(ArrayRef<IndexTerm> terms) {
  IndexExpr result;
  if (terms.empty())
    return result;
  if (terms.size() == 1 && terms[0].factors.empty())
    return terms[0].coefficient;
  result.sum = makeSum(terms);
  return result.sum ? result : invalid();
}

IndexExpr IndexExpr::fromTerms(ArrayRef<IndexTerm> terms) {
  SmallVector<IndexTerm, 8> sorted(terms);
  llvm::sort(sorted, [](const IndexTerm &a, const IndexTerm &b) {
    return compareFactors(a.factors, b.factors) < 0;
  });
  size_t kept = 0;
  for (size_t i = 0; i < sorted.size();) {
    IndexTerm term = sorted[i];
    for (++i; i < sorted.size() && sameFactors(sorted[i].factors, term.factors);
         ++i)
      if (AddOverflow(term.coefficient, sorted[i].coefficient,
                      term.coefficient))
        return invalid();
    if (term.coefficient != 0)
      sorted[kept++] = term;
  }
  sorted.truncate(kept);
  return fromSortedTerms(sorted);
}

IndexExpr IndexExpr::fromAtom(IndexAtomRef atom) {
  return fromSortedTerms(IndexTerm{1, atom});
}

IndexExpr IndexExpr::symbol(StringRef name) {
  IntrusiveRefCntPtr<IndexAtom> leaf(new IndexAtom);
  leaf->name = name.str();
  leaf->contents.hash = hash_value(name);
  leaf->contents.symbols = symbolBit(name);
  return fromAtom(leaf.get());
}

IndexExpr IndexExpr::atom(IndexAtomKind kind, const IndexExpr &a,
                          const IndexExpr &b) {
  IntrusiveRefCntPtr<IndexAtom> leaf(new IndexAtom);
  leaf->kind = kind;
  leaf->lhs = a;
  leaf->rhs = b;
  leaf->contents.hash = static_cast<size_t>(kind);
  addContents(leaf->contents, a.contents());
  addContents(leaf->contents, b.contents());
  if (++leaf->contents.depth > kMostDepth)
    return invalid();
  return fromAtom(leaf.get());
}

//===--- Reading ----------------------------------------------------------===//

std::optional<StringRef> IndexExpr::symbolName() const {
  if (!valid || !sum || sum->terms.size() != 1 ||
      sum->terms[0].coefficient != 1 || sum->factors.size() != 1 ||
      sum->factors[0]->kind != IndexAtomKind::Symbol)
    return std::nullopt;
  return StringRef(sum->factors[0]->name);
}

bool IndexExpr::dependsOn(StringRef name) const {
  if (!sum || !(sum->contents.symbols & symbolBit(name)))
    return false;
  return any_of(sum->factors, [&](IndexAtomRef leaf) {
    return leaf->kind == IndexAtomKind::Symbol
               ? leaf->name == name
               : leaf->lhs.dependsOn(name) || leaf->rhs.dependsOn(name);
  });
}

void IndexExpr::walkSymbols(function_ref<void(StringRef)> visit) const {
  if (!sum)
    return;
  for (IndexAtomRef leaf : sum->factors) {
    if (leaf->kind == IndexAtomKind::Symbol) {
      visit(leaf->name);
      continue;
    }
    leaf->lhs.walkSymbols(visit);
    leaf->rhs.walkSymbols(visit);
  }
}

} // namespace tenon

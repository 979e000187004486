// SPDX-License-Identifier: Apache-2.0
// Terms on the way from one IndexExpr to the next: their order, and terms that
// own their factors. Only the files of IndexExpr include this.
#ifndef TENON_COMPILER_SUPPORT_INDEXTERMS_H
#define TENON_COMPILER_SUPPORT_INDEXTERMS_H

#include "compiler/support/IndexExpr.h"

namespace tenon {

/// A term that was made, not found: its factors are not another's.
struct OwnedTerm {
  int64_t coefficient = 0;
  llvm::SmallVector<IndexAtomRef, 4> factors;

  explicit OwnedTerm(const IndexTerm &term)
      : coefficient(term.coefficient), factors(term.factors) {}
  /// Holds until the factors change.
  IndexTerm view() const { return {coefficient, factors}; }
};

/// Below, at or above 0: fewer factors first, then factor by factor.
int compareFactors(llvm::ArrayRef<IndexAtomRef> a,
                   llvm::ArrayRef<IndexAtomRef> b);
int compareAtoms(const IndexAtom &a, const IndexAtom &b);

/// `a / b` as monomials, absent unless exact.
std::optional<OwnedTerm> divideTerms(const IndexTerm &a, const IndexTerm &b);

/// Towards minus infinity; the caller has excluded INT64_MIN / -1.
int64_t floorDivide(int64_t a, int64_t b);
/// The one quotient that does not fit.
inline bool quotientOverflows(int64_t a, int64_t b) {
  return a == INT64_MIN && b == -1;
}

} // namespace tenon

#endif // TENON_COMPILER_SUPPORT_INDEXTERMS_H

// SPDX-License-Identifier: Apache-2.0
// What ranges prove of IndexExprs, and the simplification by such proofs, with
// a memory: an element's indices share most of their parts, so most questions
// were asked before.
#ifndef TENON_COMPILER_SUPPORT_INDEXFACTS_H
#define TENON_COMPILER_SUPPORT_INDEXFACTS_H

#include "compiler/support/IndexExpr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace tenon {

/// What was asked before changes no answer, unless a proof had been too long to
/// finish alone. For one thread at a time.
class IndexFacts {
public:
  /// A symbol's range must not change once it was asked for.
  explicit IndexFacts(std::function<SymbolRange(llvm::StringRef)> lookup)
      : lookup(std::move(lookup)) {}

  const SymbolRange &range(llvm::StringRef symbol);
  IndexExpr simplify(const IndexExpr &expr);
  bool isNonNegative(const IndexExpr &expr);

private:
  IndexExpr decideAtom(IndexAtomRef atom);

  std::function<SymbolRange(llvm::StringRef)> lookup;
  llvm::StringMap<SymbolRange> ranges;
  llvm::DenseMap<IndexExpr, bool> proved;
  llvm::DenseMap<IndexExpr, IndexExpr> simplified;
};

} // namespace tenon

#endif // TENON_COMPILER_SUPPORT_INDEXFACTS_H

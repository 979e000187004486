// SPDX-License-Identifier: Apache-2.0
// How an index moves with one of its variables.
#ifndef TENON_COMPILER_SUPPORT_INDEXSTRIDE_H
#define TENON_COMPILER_SUPPORT_INDEXSTRIDE_H

#include "compiler/support/IndexExpr.h"

namespace tenon {

/// `expr` with the symbol `variable` replaced by `value`.
inline IndexExpr substituteOne(const IndexExpr &expr, llvm::StringRef variable,
                               const IndexExpr &value) {
  return expr.substitute([&](llvm::StringRef name) -> std::optional<IndexExpr> {
    if (name == variable)
      return value;
    return std::nullopt;
  });
}

/// What `expr` grows by when `variable` grows by one. Not simplified; it may
/// itself depend on `variable`, where the steps are uneven.
inline IndexExpr stepAlong(const IndexExpr &expr, llvm::StringRef variable) {
  return substituteOne(expr, variable, IndexExpr::symbol(variable) + 1) - expr;
}

} // namespace tenon

#endif // TENON_COMPILER_SUPPORT_INDEXSTRIDE_H

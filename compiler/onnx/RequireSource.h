// SPDX-License-Identifier: Apache-2.0
// Operators that read a dimension several times need something to read.
#ifndef TENON_COMPILER_ONNX_REQUIRESOURCE_H
#define TENON_COMPILER_ONNX_REQUIRESOURCE_H

#include "compiler/onnx/OpImport.h"

namespace tenon {

/// Makes sure that a dimension of `from` elements is not empty when one of
/// `to` elements is read from it; false after an error.
inline bool requireSource(GraphBuilder &graph, const IndexExpr &from,
                          const IndexExpr &to) {
  auto ranges = [&](llvm::StringRef name) { return graph.symbolRange(name); };
  if (IndexExpr::floorDiv(to, from) * from == to)
    return true; // as many times: nothing of nothing
  // 1 for an empty source, else 0.
  IndexExpr isEmpty = IndexExpr::max(IndexExpr(1) - from, 0).simplify(ranges);
  return graph.requireEqual(isEmpty * to, 0, "elements read from no element");
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_REQUIRESOURCE_H

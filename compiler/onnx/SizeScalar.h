// SPDX-License-Identifier: Apache-2.0
// A size expression as a number to compute with.
#ifndef TENON_COMPILER_ONNX_SIZESCALAR_H
#define TENON_COMPILER_ONNX_SIZESCALAR_H

#include "compiler/ir/graph/GraphBuilder.h"

namespace tenon {

/// `size` as a tensor of rank 0.
inline mlir::Value sizeScalar(GraphBuilder &graph, const IndexExpr &size,
                              mlir::Type elementType) {
  if (std::optional<int64_t> known = size.constant())
    return graph.scalar(static_cast<double>(*known), elementType);
  return graph.cast(graph.reshape(graph.sizes({size}), {}), elementType);
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_SIZESCALAR_H

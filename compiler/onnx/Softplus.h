// SPDX-License-Identifier: Apache-2.0
// ln(1 + exp(x)): shared by Softplus and Mish.
#ifndef TENON_COMPILER_ONNX_SOFTPLUS_H
#define TENON_COMPILER_ONNX_SOFTPLUS_H

#include "compiler/onnx/WideFloat.h"

namespace tenon {

/// As max(x, 0) + ln(1 + exp(-|x|)): exp never overflows.
inline mlir::Value softplus(OpImport &op, mlir::Value x) {
  GraphBuilder &graph = op.graph;
  mlir::Value size = graph.apply(ScalarFn::Abs, {x});
  mlir::Value decay =
      graph.apply(ScalarFn::Exp, {graph.apply(ScalarFn::Neg, {size})});
  return graph.add(graph.apply(ScalarFn::Max, x, 0.0),
                   graph.apply(ScalarFn::Log1p, {decay}));
}

} // namespace tenon

#endif // TENON_COMPILER_ONNX_SOFTPLUS_H

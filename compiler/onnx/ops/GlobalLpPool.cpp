// SPDX-License-Identifier: Apache-2.0
// GlobalLpPool: the p-norm of each channel's plane.
// https://onnx.ai/onnx/operators/onnx__GlobalLpPool.html
#include "compiler/onnx/GlobalPooling.h"

using namespace mlir;
using namespace tenon;

static Value norm(OpImport &op, Value x, llvm::ArrayRef<int64_t> axes) {
  int64_t p = op.intAttribute("p", 2);
  Value powers = powerOf(op.graph, x, p);
  return rootOf(op.graph, op.graph.reduce(ReduceKind::Sum, powers, axes, true),
                p);
}

OnnxOp tenon::describeGlobalLpPool() {
  return globalPoolingOp<norm>("GlobalLpPool",
                               "(sum of |x|^p over spatial dimensions)^(1/p)",
                               {{"p", OnnxAttributeType::Int}});
}

// SPDX-License-Identifier: Apache-2.0
// GlobalMaxPool: the greatest element of each channel's plane.
// https://onnx.ai/onnx/operators/onnx__GlobalMaxPool.html
#include "compiler/onnx/GlobalPooling.h"

using namespace mlir;
using namespace tenon;

static Value greatest(OpImport &op, Value x, llvm::ArrayRef<int64_t> axes) {
  return op.graph.reduce(ReduceKind::Max, x, axes, /*keepDims=*/true);
}

OnnxOp tenon::describeGlobalMaxPool() {
  return globalPoolingOp<greatest>("GlobalMaxPool",
                                   "maximum of x over spatial dimensions");
}

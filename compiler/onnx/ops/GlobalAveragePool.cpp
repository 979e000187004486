// SPDX-License-Identifier: Apache-2.0
// GlobalAveragePool: the mean of each channel's plane.
// https://onnx.ai/onnx/operators/onnx__GlobalAveragePool.html
#include "compiler/onnx/GlobalPooling.h"

using namespace mlir;
using namespace tenon;

static Value average(OpImport &op, Value x, llvm::ArrayRef<int64_t> axes) {
  return meanOver(op.graph, x, axes);
}

OnnxOp tenon::describeGlobalAveragePool() {
  return globalPoolingOp<average>("GlobalAveragePool",
                                  "mean of x over spatial dimensions");
}

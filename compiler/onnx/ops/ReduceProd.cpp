// SPDX-License-Identifier: Apache-2.0
// ReduceProd: the product over axes; 1 over no elements.
// https://onnx.ai/onnx/operators/onnx__ReduceProd.html
#include "compiler/onnx/Reduction.h"

using namespace mlir;
using namespace tenon;

static Value reduceProd(GraphBuilder &graph, Value x,
                        const Reduction &reduction) {
  return reduction.fold(graph, ReduceKind::Product, x);
}

OnnxOp tenon::describeReduceProd() {
  return reductionOp<reduceProd>("ReduceProd", "product of x");
}

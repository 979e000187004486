// SPDX-License-Identifier: Apache-2.0
// Hardmax: 1 at the first greatest element along an axis, 0 elsewhere; before
// opset 13 over that axis and all after it together.
// https://onnx.ai/onnx/operators/onnx__Hardmax.html
#include "compiler/onnx/Softmax.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerHardmax(OpImport &op) {
  FailureOr<llvm::SmallVector<int64_t>> axes = softmaxAxes(op);
  if (failed(axes))
    return failure();
  GraphBuilder &graph = op.graph;
  // The axes as one dimension, which they are in row-major order.
  int64_t first = axes->front();
  Sizes sizes = op.sizes(0);
  Sizes flat(sizes.begin(), sizes.begin() + first);
  flat.push_back(numElements(llvm::ArrayRef(sizes).slice(first, axes->size())));
  flat.append(sizes.begin() + first + axes->size(), sizes.end());
  Value x = graph.reshape(op.input(0), flat);
  Value best = graph.reduce(ReduceKind::ArgMax, x, {first}, /*keepDims=*/true);
  Value place = graph.iota(flat, first, 0, 1, elementTypeOf(best));
  Value mask = graph.apply(ScalarFn::Equal, {place, best});
  return op.result(graph.reshape(graph.cast(mask, op.elementType(0)), sizes));
}

OnnxOp tenon::describeHardmax() {
  return {"Hardmax", "1 at the first greatest x, else 0",
          softmaxRows(lowerHardmax)};
}

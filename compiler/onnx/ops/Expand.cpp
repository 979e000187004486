// SPDX-License-Identifier: Apache-2.0
// Expand: input * ones(shape), with broadcasting in both directions.
// https://onnx.ai/onnx/operators/onnx__Expand.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerExpand(OpImport &op) {
  FailureOr<Sizes> shape = op.symbolicInts(1);
  if (failed(shape))
    return failure();
  Sizes own = op.sizes(0), sizes = *shape;
  if (sizes.size() < own.size())
    sizes.insert(sizes.begin(), own.size() - sizes.size(), IndexExpr(1));
  size_t first = sizes.size() - own.size();
  for (size_t i = 0; i < own.size(); ++i)
    // A number says more than a symbol that must equal it.
    if (sizes[first + i].isConstant(1) ||
        (own[i].constant() && !own[i].isConstant(1) &&
         !sizes[first + i].constant()))
      sizes[first + i] = own[i];
  return op.result(op.graph.broadcast(op.input(0), sizes));
}

OnnxOp tenon::describeExpand() {
  return {"Expand",
          "input * ones(shape), broadcast",
          {{.since = 8,
            .operands = {{"input"}, {"shape", kI64, 'S'}},
            .lower = lowerExpand}}};
}

// SPDX-License-Identifier: Apache-2.0
// Flatten: a matrix of the dimensions before `axis` by those from it on.
// https://onnx.ai/onnx/operators/onnx__Flatten.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerFlatten(OpImport &op) {
  int64_t rank = op.rank(0), axis = op.intAttribute("axis", 1);
  if (axis < -rank || axis > rank)
    return op.invalid("axis " + llvm::Twine(axis) + " is outside [" +
                      llvm::Twine(-rank) + ", " + llvm::Twine(rank) + "]");
  Sizes sizes = op.sizes(0);
  llvm::ArrayRef<IndexExpr> all = sizes;
  size_t split = axis < 0 ? axis + rank : axis;
  return op.result(
      op.graph.reshape(op.input(0), {numElements(all.take_front(split)),
                                     numElements(all.drop_front(split))}));
}

OnnxOp tenon::describeFlatten() {
  return {"Flatten",
          "data as a matrix [product of d[:axis], product of d[axis:]]",
          {{.operands = {{"input"}},
            .attributes = {{"axis", OnnxAttributeType::Int}},
            .lower = lowerFlatten}}};
}

// SPDX-License-Identifier: Apache-2.0
// Transpose: result dimension i is operand dimension perm[i]; without `perm`
// the dimensions are reversed.
// https://onnx.ai/onnx/operators/onnx__Transpose.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerTranspose(OpImport &op) {
  int64_t rank = op.rank(0);
  llvm::SmallVector<int64_t> order = op.intsAttribute("perm");
  if (!op.hasAttribute("perm"))
    for (int64_t i = rank; i-- > 0;)
      order.push_back(i);
  if (static_cast<int64_t>(order.size()) != rank)
    return op.invalid("perm names " + llvm::Twine(order.size()) +
                      " dimensions and the operand has " + llvm::Twine(rank));
  FailureOr<llvm::SmallVector<int64_t>> normal = op.normalizeAxes(order, rank);
  if (failed(normal))
    return failure();
  return op.result(op.graph.transpose(op.input(0), *normal));
}

OnnxOp tenon::describeTranspose() {
  return {"Transpose",
          "dimension i of the result is dimension perm[i] of the operand",
          {{.operands = {{"data"}},
            .attributes = {{"perm", OnnxAttributeType::Ints}},
            .lower = lowerTranspose}}};
}

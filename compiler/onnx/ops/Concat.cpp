// SPDX-License-Identifier: Apache-2.0
// Concat: tensors joined along `axis`; all other sizes agree.
// https://onnx.ai/onnx/operators/onnx__Concat.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerConcat(OpImport &op) {
  if (op.numInputs() == 0)
    return op.invalid("has no operand; at least one is needed");
  for (auto [i, input] : llvm::enumerate(op.allInputs())) {
    if (!input)
      return op.invalid("operand " + llvm::Twine(i) + " is left out");
    if (op.rank(i) != op.rank(0))
      return op.invalid("operand " + llvm::Twine(i) + " has " +
                        llvm::Twine(op.rank(i)) + " dimensions and operand 0 " +
                        llvm::Twine(op.rank(0)) + "; they must have as many");
  }
  FailureOr<int64_t> axis =
      op.normalizeAxis(op.intAttribute("axis", 0), op.rank(0));
  if (failed(axis))
    return failure();
  return op.result(op.graph.concat(op.allInputs(), *axis));
}

OnnxOp tenon::describeConcat() {
  return {"Concat",
          "operands joined along axis",
          {{.operands = {{"inputs", kAll, 'T', OperandUse::Variadic}},
            .attributes = {{"axis", OnnxAttributeType::Int, true}},
            .lower = lowerConcat}}};
}

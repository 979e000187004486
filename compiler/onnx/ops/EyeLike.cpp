// SPDX-License-Identifier: Apache-2.0
// EyeLike: ones on diagonal k of a matrix as large as the operand, zeros
// elsewhere.
// https://onnx.ai/onnx/operators/onnx__EyeLike.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerEyeLike(OpImport &op) {
  if (op.rank(0) != 2)
    return op.invalid("the operand has " + llvm::Twine(op.rank(0)) +
                      " dimensions and must have 2");
  FailureOr<Type> type = op.elementType(0);
  if (op.hasAttribute("dtype"))
    type = op.elementTypeOfNumber(op.intAttribute("dtype", 0));
  if (failed(type))
    return failure();
  GraphBuilder &graph = op.graph;
  Type i64 = IntegerType::get(graph.context(), 64);
  auto k = static_cast<double>(op.intAttribute("k", 0));
  Value row = graph.iota(op.sizes(0), 0, k, 1, i64);
  Value column = graph.iota(op.sizes(0), 1, 0, 1, i64);
  Value diagonal = graph.apply(ScalarFn::Equal, {row, column});
  return op.result(graph.cast(diagonal, *type));
}

OnnxOp tenon::describeEyeLike() {
  OnnxOpRow row;
  row.since = 9;
  row.operands = {{"input"}};
  row.attributes = {{"dtype", OnnxAttributeType::Int},
                    {"k", OnnxAttributeType::Int}};
  row.lower = lowerEyeLike;
  return {"EyeLike", "column - row == k", {row}};
}

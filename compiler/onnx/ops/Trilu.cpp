// SPDX-License-Identifier: Apache-2.0
// Trilu: the part of each matrix on and above (or below) diagonal k, zeros
// elsewhere.
// https://onnx.ai/onnx/operators/onnx__Trilu.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerTrilu(OpImport &op) {
  int64_t rank = op.rank(0);
  if (rank < 2)
    return op.invalid("the operand has " + llvm::Twine(rank) +
                      " dimensions and must have at least 2");
  GraphBuilder &graph = op.graph;
  Type i64 = IntegerType::get(graph.context(), 64);
  Sizes matrix = op.sizes(0);
  matrix.erase(matrix.begin(), matrix.end() - 2);
  Value diagonal = graph.sub(graph.iota(matrix, 1, 0, 1, i64),
                             graph.iota(matrix, 0, 0, 1, i64));
  Value k =
      op.hasInput(1) ? graph.reshape(op.input(1), {}) : graph.scalar(0.0, i64);
  if (!k)
    return failure();
  ScalarFn side = op.intAttribute("upper", 1) != 0 ? ScalarFn::GreaterEqual
                                                   : ScalarFn::LessEqual;
  Value kept = graph.apply(side, {diagonal, k});
  Value zero = graph.scalar(0.0, op.elementType(0));
  return op.result(graph.select(kept, op.input(0), zero));
}

OnnxOp tenon::describeTrilu() {
  OnnxOpRow row;
  row.since = 14;
  row.operands = {{"input"}, {"k", kI64, 'K', OperandUse::Optional}};
  row.attributes = {{"upper", OnnxAttributeType::Int}};
  row.lower = lowerTrilu;
  return {"Trilu", "column - row >= k ? x : 0", {row}};
}

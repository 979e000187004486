// SPDX-License-Identifier: Apache-2.0
// MatMul: numpy.matmul. Vectors are matrices of one row (left) or one column
// (right); leading dimensions are batches and broadcast.
// https://onnx.ai/onnx/operators/onnx__MatMul.html
#include "compiler/onnx/MatrixProduct.h"

using namespace tenon;

static mlir::LogicalResult lowerMatMul(OpImport &op) {
  if (op.rank(0) == 0 || op.rank(1) == 0)
    return op.invalid("operands must have at least one dimension");
  return op.result(matrixProduct(op.graph, op.input(0), op.input(1)));
}

OnnxOp tenon::describeMatMul() {
  return {
      "MatMul",
      "sum over k of a[..., i, k] * b[..., k, j]",
      {{.operands = {{"A", kNumbers}, {"B", kNumbers}}, .lower = lowerMatMul}}};
}

// SPDX-License-Identifier: Apache-2.0
// Reshape: the same elements in row-major order under the sizes of `shape`.
// A 0 keeps the operand's size (unless allowzero), one -1 takes what is left.
// https://onnx.ai/onnx/operators/onnx__Reshape.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

/// The result's sizes, with 0 and -1 resolved.
static FailureOr<Sizes> targetSizes(OpImport &op,
                                    llvm::ArrayRef<IndexExpr> shape) {
  Sizes from = op.sizes(0), sizes;
  bool zeroCopies = op.intAttribute("allowzero", 0) == 0;
  std::optional<size_t> open;
  IndexExpr known(1);
  for (auto [i, size] : llvm::enumerate(shape)) {
    sizes.push_back(size);
    if (size.isConstant(-1)) {
      if (open)
        return op.invalid("two sizes of the shape are -1; at most one may be");
      open = i;
      continue;
    }
    if (size.constant().value_or(0) < 0)
      return op.invalid("size " + size.str() + " of the shape is negative");
    if (size.isConstant(0) && zeroCopies) {
      if (i >= from.size())
        return op.invalid("size " + llvm::Twine(i) +
                          " of the shape is 0 and the operand has only " +
                          llvm::Twine(from.size()) + " dimensions");
      sizes.back() = from[i];
    }
    known = known * sizes.back();
  }
  if (open) {
    IndexExpr total = numElements(from);
    if (known.isConstant(0))
      return op.invalid("-1 in the shape is undetermined beside a size of 0");
    sizes[*open] = IndexExpr::floorDiv(total, known);
  }
  return sizes;
}

static LogicalResult lowerReshape(OpImport &op) {
  FailureOr<Sizes> shape = op.symbolicInts(1);
  if (failed(shape))
    return failure();
  FailureOr<Sizes> sizes = targetSizes(op, *shape);
  if (failed(sizes))
    return failure();
  return op.result(op.graph.reshape(op.input(0), *sizes));
}

OnnxOp tenon::describeReshape() {
  OnnxOpRow old;
  old.until = 13;
  old.operands = {{"data"}, {"shape", kI64, 'S'}};
  old.lower = lowerReshape;
  OnnxOpRow current = old;
  current.since = 14;
  current.until = kLatestOpset;
  current.attributes = {{"allowzero", OnnxAttributeType::Int}};
  return {
      "Reshape", "data in row-major order under other sizes", {old, current}};
}

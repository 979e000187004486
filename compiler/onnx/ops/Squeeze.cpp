// SPDX-License-Identifier: Apache-2.0
// Squeeze: without the dimensions `axes`, which must be 1; without `axes`,
// without every dimension that is 1.
// https://onnx.ai/onnx/operators/onnx__Squeeze.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

/// The dimensions that are 1. Fails when that depends on a size: the number
/// of dimensions of the result would, too.
static FailureOr<llvm::SmallVector<int64_t>> unitDims(OpImport &op) {
  llvm::SmallVector<int64_t> axes;
  auto ranges = [&](llvm::StringRef name) {
    return op.graph.symbolRange(name);
  };
  for (auto [i, size] : llvm::enumerate(op.sizes(0))) {
    if (size.isConstant(1))
      axes.push_back(static_cast<int64_t>(i));
    else if (!size.constant() && !(size - 2).isNonNegative(ranges))
      return op.unsupported(
          "dimension " + llvm::Twine(i) + " is " + size.str() +
              ", which may be 1, and there are no axes to say what to drop",
          "fix that size with --shape, or give axes");
  }
  return axes;
}

static LogicalResult lowerSqueeze(OpImport &op) {
  auto given = op.intsOperandOrAttribute(1, "axes");
  if (failed(given))
    return failure();
  auto axes = *given ? op.normalizeAxes(**given, op.rank(0)) : unitDims(op);
  if (failed(axes))
    return failure();
  return op.result(op.graph.squeeze(op.input(0), *axes));
}

OnnxOp tenon::describeSqueeze() {
  return {"Squeeze",
          "data without the dimensions axes, each of size 1",
          {{.until = 12,
            .operands = {{"data"}},
            .attributes = {{"axes", OnnxAttributeType::Ints}},
            .lower = lowerSqueeze},
           {.since = 13,
            .operands = {{"data"}, {"axes", kI64, 'A', OperandUse::Optional}},
            .lower = lowerSqueeze}}};
}

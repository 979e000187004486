// SPDX-License-Identifier: Apache-2.0
// CenterCropPad: dimensions brought to given sizes about their middle, cut or
// padded with zeros.
// https://onnx.ai/onnx/operators/onnx__CenterCropPad.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerCenterCropPad(OpImport &op) {
  FailureOr<Sizes> shape = op.symbolicInts(1);
  llvm::SmallVector<int64_t> all;
  for (int64_t i = 0; i < op.rank(0); ++i)
    all.push_back(i);
  auto axes = op.normalizeAxes(op.intsAttribute("axes", all), op.rank(0));
  if (failed(shape) || failed(axes))
    return failure();
  if (shape->size() != axes->size())
    return op.invalid("shape has " + Twine(shape->size()) + " entries for " +
                      Twine(axes->size()) + " axes");
  Sizes sizes = op.sizes(0), low(sizes.size(), IndexExpr(0)), high = low;
  for (auto [axis, wanted] : llvm::zip(*axes, *shape)) {
    IndexExpr more = IndexExpr::max(wanted - sizes[axis], 0);
    IndexExpr less = IndexExpr::max(sizes[axis] - wanted, 0);
    low[axis] = IndexExpr::floorDiv(more, 2) - IndexExpr::floorDiv(less, 2);
    high[axis] = wanted - sizes[axis] - low[axis];
  }
  Value zero = op.graph.scalar(0, op.elementType(0));
  return op.result(
      op.graph.pad(op.input(0), zero, low, high, PadMode::Constant));
}

OnnxOp tenon::describeCenterCropPad() {
  return {"CenterCropPad",
          "the middle of input_data, of sizes shape along axes",
          {{.since = 18,
            .operands = {{"input_data"}, {"shape", kIndices, 'S'}},
            .attributes = {{"axes", OnnxAttributeType::Ints}},
            .lower = lowerCenterCropPad}}};
}

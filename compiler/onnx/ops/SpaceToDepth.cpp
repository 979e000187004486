// SPDX-License-Identifier: Apache-2.0
// SpaceToDepth: blocks of pixels become channels, a block's place varying
// slowest among them.
// https://onnx.ai/onnx/operators/onnx__SpaceToDepth.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerSpaceToDepth(OpImport &op) {
  int64_t block = op.intAttribute("blocksize", 0);
  constexpr int64_t kLargestBlock = 1 << 15; // its square stays an int32
  if (op.rank(0) != 4)
    return op.invalid("the operand has " + Twine(op.rank(0)) +
                      " dimensions and must have 4");
  if (block < 1 || block > kLargestBlock)
    return op.invalid("blocksize is " + Twine(block) + " and must be positive");
  Sizes x = op.sizes(0); // [n, c, h, w]
  IndexExpr height = IndexExpr::floorDiv(x[2], block);
  IndexExpr width = IndexExpr::floorDiv(x[3], block);
  if (!op.graph.requireEqual(x[2], height * block, "height in whole blocks") ||
      !op.graph.requireEqual(x[3], width * block, "width in whole blocks"))
    return failure();
  Value parts =
      op.graph.reshape(op.input(0), {x[0], x[1], height, block, width, block});
  if (!parts)
    return failure();
  return op.result(
      op.graph.reshape(op.graph.transpose(parts, {0, 3, 5, 1, 2, 4}),
                       {x[0], x[1] * (block * block), height, width}));
}

OnnxOp tenon::describeSpaceToDepth() {
  return {"SpaceToDepth",
          "[n, c, h * b, w * b] to [n, b * b * c, h, w]",
          {{.operands = {{"input"}},
            .attributes = {{"blocksize", OnnxAttributeType::Int, true}},
            .lower = lowerSpaceToDepth}}};
}

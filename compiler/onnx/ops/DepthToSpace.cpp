// SPDX-License-Identifier: Apache-2.0
// DepthToSpace: channels become blocks of pixels. In mode DCR a block's place
// varies slowest among the channels, in mode CRD fastest.
// https://onnx.ai/onnx/operators/onnx__DepthToSpace.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerDepthToSpace(OpImport &op) {
  int64_t block = op.intAttribute("blocksize", 0);
  StringRef mode = op.stringAttribute("mode", "DCR");
  constexpr int64_t kLargestBlock = 1 << 15; // its square stays an int32
  if (op.rank(0) != 4)
    return op.invalid("the operand has " + Twine(op.rank(0)) +
                      " dimensions and must have 4");
  if (block < 1 || block > kLargestBlock)
    return op.invalid("blocksize is " + Twine(block) + " and must be positive");
  if (mode != "DCR" && mode != "CRD")
    return op.invalid("mode is '" + mode + "' and must be DCR or CRD");
  Sizes x = op.sizes(0); // [n, c, h, w]
  IndexExpr depth = IndexExpr::floorDiv(x[1], block * block);
  bool blocksFirst = mode == "DCR";
  Sizes split{x[0], block, block, depth, x[2], x[3]};
  llvm::SmallVector<int64_t> order{0, 3, 4, 1, 5, 2};
  if (!blocksFirst) {
    split = {x[0], depth, block, block, x[2], x[3]};
    order = {0, 1, 4, 2, 5, 3};
  }
  Value parts = op.graph.reshape(op.input(0), split);
  if (!parts)
    return failure();
  return op.result(op.graph.reshape(op.graph.transpose(parts, order),
                                    {x[0], depth, x[2] * block, x[3] * block}));
}

OnnxOp tenon::describeDepthToSpace() {
  OnnxAttributeRow block{"blocksize", OnnxAttributeType::Int, true};
  return {"DepthToSpace",
          "[n, c * b * b, h, w] to [n, c, h * b, w * b]",
          {{.until = 10,
            .operands = {{"input"}},
            .attributes = {block},
            .lower = lowerDepthToSpace},
           {.since = 11,
            .operands = {{"input"}},
            .attributes = {block, {"mode", OnnxAttributeType::String}},
            .lower = lowerDepthToSpace}}};
}

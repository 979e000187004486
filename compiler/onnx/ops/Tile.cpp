// SPDX-License-Identifier: Apache-2.0
// Tile: numpy.tile, one number of repeats for each dimension.
// https://onnx.ai/onnx/operators/onnx__Tile.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerTile(OpImport &op) {
  FailureOr<Sizes> repeats = op.symbolicInts(1);
  if (failed(repeats))
    return failure();
  Sizes own = op.sizes(0);
  if (repeats->size() != own.size())
    return op.invalid("repeats has " + llvm::Twine(repeats->size()) +
                      " entries and the operand " + llvm::Twine(own.size()) +
                      " dimensions");
  // Dimensions of size 1 broadcast, the others wrap around.
  Sizes broadcast = own, none(own.size(), IndexExpr(0)), more = none;
  bool wraps = false;
  for (auto [i, times] : llvm::enumerate(*repeats)) {
    if (own[i].isConstant(1)) {
      broadcast[i] = times;
    } else if (!times.isConstant(1)) {
      more[i] = own[i] * (times - 1);
      wraps = true;
    }
  }
  Value value = op.input(0);
  if (wraps)
    value = op.graph.pad(value, op.graph.scalar(0, op.elementType(0)), none,
                         more, PadMode::Wrap);
  for (auto [i, size] : llvm::enumerate(sizesOf(value)))
    if (!own[i].isConstant(1))
      broadcast[i] = size;
  return op.result(op.graph.broadcast(value, broadcast));
}

OnnxOp tenon::describeTile() {
  return {
      "Tile",
      "input repeated repeats[d] times along each dimension d",
      {{.operands = {{"input"}, {"repeats", kI64, 'R'}}, .lower = lowerTile}}};
}

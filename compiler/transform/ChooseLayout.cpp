// SPDX-License-Identifier: Apache-2.0
// Decides how convolutions lay out their tensors.
#include "compiler/transform/ChooseLayout.h"
#include "compiler/transform/Permutation.h"

using namespace mlir;

namespace tenon {

/// Why `op` keeps its layout, or null.
static const char *whyNot(WindowOp op) {
  constexpr unsigned kMaxSpatialRank = 3;
  if (op.spatialRank() > kMaxSpatialRank)
    return "it has more than three spatial dimensions";
  if (!isConstant(op.getFilter()))
    return "its filter is not known when the model is compiled";
  return nullptr;
}

static void makeChannelsLast(WindowOp op) {
  OpBuilder builder(op);
  GraphBuilder graph(builder, op.getLoc());
  size_t rank = op.spatialRank() + 2;
  Permutation toLast = channelsLast(rank);
  Value input = graph.transpose(op.getInput(), toLast);
  auto window = cast<WindowOp>(builder.clone(*op));
  window.getInputMutable().assign(input);
  window.setChannelsLast(true);
  window.getResult().setType(TransposeOp::resultType(op.getResult(), toLast));
  op.getResult().replaceAllUsesWith(
      graph.transpose(window.getResult(), channelsFirst(rank)));
  op.erase();
}

LogicalResult chooseLayout(func::FuncOp function) {
  llvm::SmallVector<WindowOp> windows;
  for (WindowOp op : function.getBody().front().getOps<WindowOp>())
    if (op.getKind() == WindowKind::Convolve && !op.getChannelsLast())
      windows.push_back(op);
  for (WindowOp op : windows) {
    if (const char *reason = whyNot(op)) {
      emitRemark(op.getLoc()) << "channels stay first: " << reason;
      continue;
    }
    emitRemark(op.getLoc())
        << "channels go last: vectors hold output channels, whatever the "
           "size of the map";
    makeChannelsLast(op);
  }
  return success();
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Extends a tensor by a value or by what is inside.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Pad.cpp.inc"

void tenon::registerPad(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Pad.cpp.inc"
      >();
}

RankedTensorType PadOp::resultType(Value input, llvm::ArrayRef<IndexExpr> low,
                                   llvm::ArrayRef<IndexExpr> high) {
  Sizes sizes = sizesOf(input);
  for (auto [i, size] : llvm::enumerate(sizes))
    size = size + low[i] + high[i];
  return tensorType(sizes, elementTypeOf(input));
}

LogicalResult PadOp::verify() {
  if (getLow().getValues().size() != static_cast<size_t>(rankOf(getInput())) ||
      rankOf(getInput()) != rankOf(getResult()))
    return emitOpError("low and result must have the operand's rank");
  if (rankOf(getValue()) != 0)
    return emitOpError("the padding value must have rank 0");
  Type type = elementTypeOf(getResult());
  if (elementTypeOf(getInput()) != type || elementTypeOf(getValue()) != type)
    return emitOpError("element types differ");
  if (!getLow().isValid())
    return emitOpError("a padding is not a size expression");
  return success();
}

/// The index inside [0, size) that mode `mode` reads for `at`.
static IndexExpr wrapIndex(ElementBuilder &builder, PadMode mode,
                           const IndexExpr &at, const IndexExpr &size) {
  switch (mode) {
  case PadMode::Edge:
    return builder.simplify(IndexExpr::min(IndexExpr::max(at, 0), size - 1));
  case PadMode::Wrap:
    return builder.mod(at, size);
  case PadMode::Reflect: {
    // Period 2 * (size - 1): fold twice about the ends.
    IndexExpr period = IndexExpr::max(size * 2 - 2, 1);
    IndexExpr folded = builder.mod(at, period);
    return IndexExpr::min(folded, period - folded);
  }
  case PadMode::Constant:
    return at;
  }
  return at;
}

Element PadOp::element(ElementBuilder &builder, unsigned,
                       llvm::ArrayRef<IndexExpr> index) {
  Sizes sizes = sizesOf(getInput());
  llvm::SmallVector<IndexExpr> low = getLow().exprs(), at;
  llvm::SmallVector<IndexBound> bounds;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    at.push_back(wrapIndex(builder, getMode(), index[i] - low[i], size));
    bounds.push_back({at.back(), size});
  }
  Element inside = builder.load(getInput(), at);
  if (getMode() != PadMode::Constant)
    return inside;
  return builder.guard(bounds, inside, builder.load(getValue(), {}));
}

// SPDX-License-Identifier: Apache-2.0
// A strided box of a tensor.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Slice.cpp.inc"

void tenon::registerSlice(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Slice.cpp.inc"
      >();
}

LogicalResult SliceOp::verify() {
  size_t rank = rankOf(getInput());
  if (getStarts().getValues().size() != rank || getSteps().size() != rank ||
      rankOf(getResult()) != static_cast<int64_t>(rank))
    return emitOpError("starts, steps and result must have the operand's rank");
  if (llvm::is_contained(getSteps(), 0))
    return emitOpError("a step of 0 never ends");
  if (elementTypeOf(getInput()) != elementTypeOf(getResult()))
    return emitOpError("element types differ");
  if (!getStarts().isValid())
    return emitOpError("a start is not a size expression");
  return success();
}

Element SliceOp::element(ElementBuilder &builder, unsigned,
                         llvm::ArrayRef<IndexExpr> index) {
  llvm::SmallVector<IndexExpr> starts = getStarts().exprs(), at;
  for (auto [i, step] : llvm::enumerate(getSteps()))
    at.push_back(starts[i] + index[i] * step);
  return builder.load(getInput(), at);
}

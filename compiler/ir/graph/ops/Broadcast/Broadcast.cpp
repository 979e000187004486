// SPDX-License-Identifier: Apache-2.0
// Repeats a tensor along dimensions of size 1.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Broadcast.cpp.inc"

void tenon::registerBroadcast(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Broadcast.cpp.inc"
      >();
}

LogicalResult BroadcastOp::verify() {
  Sizes from = sizesOf(getInput()), to = sizesOf(getResult());
  if (from.size() > to.size())
    return emitOpError("the result has fewer dimensions than the operand");
  for (auto [i, size] : llvm::enumerate(from))
    if (!size.isConstant(1) && size != to[to.size() - from.size() + i])
      return emitOpError() << "size " << size.str() << " does not broadcast to "
                           << to[to.size() - from.size() + i].str();
  if (elementTypeOf(getInput()) != elementTypeOf(getResult()))
    return emitOpError("element types differ");
  return success();
}

Element BroadcastOp::element(ElementBuilder &builder, unsigned,
                             llvm::ArrayRef<IndexExpr> index) {
  Sizes sizes = sizesOf(getInput());
  llvm::SmallVector<IndexExpr> at;
  for (auto [i, size] : llvm::enumerate(sizes))
    at.push_back(size.isConstant(1) ? IndexExpr(0)
                                    : index[index.size() - sizes.size() + i]);
  return builder.load(getInput(), at);
}

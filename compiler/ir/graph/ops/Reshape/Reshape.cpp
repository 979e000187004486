// SPDX-License-Identifier: Apache-2.0
// The same elements in row-major order under other sizes.
#include "compiler/ir/graph/DimensionGroups.h"
#include "compiler/ir/graph/Graph.h"
#include "compiler/ir/graph/SizeChecks.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Reshape.cpp.inc"

void tenon::registerReshape(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Reshape.cpp.inc"
      >();
}

LogicalResult ReshapeOp::verify() {
  if (elementTypeOf(getInput()) != elementTypeOf(getResult()))
    return emitOpError("element types differ");
  std::optional<int64_t> from = numElements(sizesOf(getInput())).constant();
  std::optional<int64_t> to = numElements(sizesOf(getResult())).constant();
  if (from && to && *from != *to)
    return emitOpError() << *from << " elements cannot become " << *to;
  return success();
}

Element ReshapeOp::element(ElementBuilder &builder, unsigned,
                           llvm::ArrayRef<IndexExpr> index) {
  Sizes from = sizesOf(getInput()), to = sizesOf(getResult());
  // No division where sizes are only spelled differently.
  auto module = (*this)->getParentOfType<ModuleOp>();
  if (keepsDimensions(module, from, to))
    return builder.load(getInput(), index);
  // Divisions stay within the dimensions that change.
  auto groups = dimensionGroups(module, from, to);
  if (!groups)
    groups = {{0, static_cast<unsigned>(from.size()), 0,
               static_cast<unsigned>(to.size())}};
  llvm::SmallVector<IndexExpr> at;
  for (const DimensionGroup &group : *groups) {
    size_t fromCount = group.fromEnd - group.fromBegin;
    size_t toCount = group.toEnd - group.toBegin;
    IndexExpr linear = ElementBuilder::linearize(
        index.slice(group.toBegin, toCount),
        llvm::ArrayRef(to).slice(group.toBegin, toCount));
    at.append(builder.delinearize(
        linear, llvm::ArrayRef(from).slice(group.fromBegin, fromCount)));
  }
  return builder.load(getInput(), at);
}

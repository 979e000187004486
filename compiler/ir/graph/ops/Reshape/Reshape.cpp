// SPDX-License-Identifier: Apache-2.0
// The same elements in row-major order under other sizes.
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
  // No division where sizes are only spelled differently.
  if (keepsDimensions((*this)->getParentOfType<ModuleOp>(), sizesOf(getInput()),
                      sizesOf(getResult())))
    return builder.load(getInput(), index);
  IndexExpr linear = ElementBuilder::linearize(index, sizesOf(getResult()));
  return builder.load(getInput(),
                      builder.delinearize(linear, sizesOf(getInput())));
}

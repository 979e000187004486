// SPDX-License-Identifier: Apache-2.0
// A tensor known at compile time.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Constant.cpp.inc"

void tenon::registerConstant(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Constant.cpp.inc"
      >();
}

LogicalResult ConstantOp::verify() {
  if (auto dense = dyn_cast<DenseElementsAttr>(getValue())) {
    auto type = cast<RankedTensorType>(getResult().getType());
    if (dense.getType() != type)
      return emitOpError() << "the literal has type " << dense.getType();
    return success();
  }
  if (!isa<WeightAttr>(getValue()))
    return emitOpError("the value must be a dense literal or #tenon.weight");
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

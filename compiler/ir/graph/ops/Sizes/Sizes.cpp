// SPDX-License-Identifier: Apache-2.0
// Size expressions read as data: what Shape and its kin become.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Sizes.cpp.inc"

void tenon::registerSizes(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Sizes.cpp.inc"
      >();
}

LogicalResult SizesOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  int64_t count = getValues().getValues().size();
  bool fits = type.getRank() == 1 ? type.getDimSize(0) == count
                                  : type.getRank() == 0 && count == 1;
  if (!fits)
    return emitOpError() << count << " values need a tensor of " << count
                         << " elements, found " << type;
  if (!isa<IntegerType>(type.getElementType()))
    return emitOpError("sizes are integers");
  if (!getValues().isValid())
    return emitOpError("a value is not a size expression");
  return success();
}

Element SizesOp::element(ElementBuilder &builder, unsigned,
                         llvm::ArrayRef<IndexExpr> index) {
  Type type = elementTypeOf(getResult());
  llvm::SmallVector<IndexExpr> values = getValues().exprs();
  IndexExpr at = index.empty() ? IndexExpr(0) : index[0];
  // A constant index picks; a variable one walks a chain of guards.
  std::optional<int64_t> known = at.constant();
  if (known && *known >= 0 && *known < static_cast<int64_t>(values.size()))
    return builder.index(values[*known], type);
  Element result = builder.integer(0, type);
  for (auto [i, value] : llvm::enumerate(values)) {
    IndexBound isThis{at - static_cast<int64_t>(i), IndexExpr(1)};
    result = builder.guard({isThis}, builder.index(value, type), result);
  }
  return result;
}

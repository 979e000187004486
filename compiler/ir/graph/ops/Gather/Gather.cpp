// SPDX-License-Identifier: Apache-2.0
// Selects along one axis by computed indices.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Gather.cpp.inc"

void tenon::registerGather(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Gather.cpp.inc"
      >();
}

RankedTensorType GatherOp::resultType(Value data, Value indices, int64_t axis) {
  Sizes from = sizesOf(data), by = sizesOf(indices);
  Sizes sizes(from.begin(), from.begin() + axis);
  sizes.append(by.begin(), by.end());
  sizes.append(from.begin() + axis + 1, from.end());
  return tensorType(sizes, elementTypeOf(data));
}

LogicalResult GatherOp::verify() {
  if (getAxis() >= static_cast<uint64_t>(rankOf(getData())))
    return emitOpError("the axis is not a dimension of the data");
  if (!isa<IntegerType>(elementTypeOf(getIndices())))
    return emitOpError("indices must be integers");
  if (resultType(getData(), getIndices(), getAxis()) != getResult().getType())
    return emitOpError("operand and result sizes do not fit together");
  return success();
}

Element GatherOp::element(ElementBuilder &builder, unsigned,
                          llvm::ArrayRef<IndexExpr> index) {
  unsigned axis = getAxis(), rank = rankOf(getIndices());
  IndexExpr size = sizesOf(getData())[axis];
  Element picked = builder.load(getIndices(), index.slice(axis, rank));
  // A negative index counts from the end.
  Type type = picked->type;
  Element negative =
      builder.apply(ScalarFn::Less, {picked, builder.integer(0, type)});
  Element wrapped =
      builder.apply(ScalarFn::Add, {picked, builder.index(size, type)});
  Element position = builder.select(negative, wrapped, picked);
  llvm::SmallVector<IndexExpr> at(index.take_front(axis));
  at.push_back(builder.computedIndex(position, size, /*faults=*/true));
  at.append(index.begin() + axis + rank, index.end());
  return builder.load(getData(), at);
}

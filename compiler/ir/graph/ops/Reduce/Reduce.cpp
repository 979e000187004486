// SPDX-License-Identifier: Apache-2.0
// Folds dimensions away.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Reduce.cpp.inc"

void tenon::registerReduce(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Reduce.cpp.inc"
      >();
}

static bool isArg(ReduceKind kind) { return kind >= ReduceKind::ArgMax; }

RankedTensorType ReduceOp::resultType(ReduceKind kind, Value input,
                                      llvm::ArrayRef<int64_t> axes) {
  Sizes sizes;
  for (auto [i, size] : llvm::enumerate(sizesOf(input)))
    if (!llvm::is_contained(axes, static_cast<int64_t>(i)))
      sizes.push_back(size);
  Type type = isArg(kind) ? IntegerType::get(input.getContext(), 64)
                          : elementTypeOf(input);
  return tensorType(sizes, type);
}

LogicalResult ReduceOp::verify() {
  for (int64_t axis : getAxes())
    if (axis < 0 || axis >= rankOf(getInput()))
      return emitOpError() << "axis " << axis << " is not a dimension";
  if (isArg(getKind()) && getAxes().size() != 1)
    return emitOpError("an arg reduction has one axis");
  RankedTensorType expected = resultType(getKind(), getInput(), getAxes());
  if (expected != getResult().getType())
    return emitOpError() << "result type must be " << expected;
  return success();
}

Element ReduceOp::element(ElementBuilder &builder, unsigned,
                          llvm::ArrayRef<IndexExpr> index) {
  llvm::SmallVector<IndexExpr> at;
  llvm::SmallVector<IndexVariable> variables;
  unsigned kept = 0;
  for (auto [i, size] : llvm::enumerate(sizesOf(getInput()))) {
    if (!llvm::is_contained(getAxes(), static_cast<int64_t>(i))) {
      at.push_back(index[kept++]);
      continue;
    }
    variables.push_back(builder.variable(size));
    at.push_back(variables.back().expr());
  }
  Element value = builder.load(getInput(), at);
  if (isArg(getKind()))
    return builder.reduce(getKind(), variables, value,
                          elementTypeOf(getResult()));
  Element body = builder.cast(value, accumulatorType(value->type));
  return builder.cast(builder.reduce(getKind(), variables, body), value->type);
}

// SPDX-License-Identifier: Apache-2.0
// Joins tensors along one axis.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Concat.cpp.inc"

void tenon::registerConcat(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Concat.cpp.inc"
      >();
}

RankedTensorType ConcatOp::resultType(ValueRange inputs, int64_t axis) {
  Sizes sizes = sizesOf(inputs.front());
  for (Value input : inputs.drop_front()) {
    Sizes own = sizesOf(input);
    if (own.size() != sizes.size())
      return {};
    for (auto [i, size] : llvm::enumerate(own)) {
      if (static_cast<int64_t>(i) == axis)
        sizes[i] = sizes[i] + size;
      else if (sizes[i] != size)
        return {};
    }
  }
  return tensorType(sizes, elementTypeOf(inputs.front()));
}

LogicalResult ConcatOp::verify() {
  if (getInputs().empty())
    return emitOpError("needs an operand");
  if (getAxis() >= static_cast<uint64_t>(rankOf(getInputs().front())))
    return emitOpError("the axis is not a dimension");
  for (Value input : getInputs())
    if (elementTypeOf(input) != elementTypeOf(getResult()))
      return emitOpError("element types differ");
  if (resultType(getInputs(), getAxis()) != getResult().getType())
    return emitOpError("operand and result sizes do not fit together");
  return success();
}

Element ConcatOp::element(ElementBuilder &builder, unsigned,
                          llvm::ArrayRef<IndexExpr> index) {
  // From the last operand outwards: inside the first k operands' part, or
  // among the rest.
  llvm::SmallVector<IndexExpr> starts;
  IndexExpr end;
  for (Value input : getInputs()) {
    starts.push_back(end);
    end = end + sizesOf(input)[getAxis()];
  }
  Element result = nullptr;
  for (size_t i = getInputs().size(); i-- > 0;) {
    llvm::SmallVector<IndexExpr> at(index);
    at[getAxis()] = index[getAxis()] - starts[i];
    Element part = builder.load(getInputs()[i], at);
    IndexExpr size = sizesOf(getInputs()[i])[getAxis()];
    result =
        result ? builder.guard({{at[getAxis()], size}}, part, result) : part;
  }
  return result;
}

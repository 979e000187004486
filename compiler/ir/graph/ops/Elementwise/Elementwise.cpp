// SPDX-License-Identifier: Apache-2.0
// One scalar function on every element, with broadcasting.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Elementwise.cpp.inc"

void tenon::registerElementwise(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Elementwise.cpp.inc"
      >();
}

/// The size two broadcast dimensions agree on; absent when not proved.
static std::optional<IndexExpr> agree(const IndexExpr &a, const IndexExpr &b) {
  if (a == b || b.isConstant(1))
    return a;
  if (a.isConstant(1))
    return b;
  return std::nullopt;
}

RankedTensorType ElementwiseOp::resultType(ScalarFn fn, ValueRange inputs,
                                           Type castTo) {
  Sizes sizes;
  for (Value input : inputs) {
    Sizes own = sizesOf(input);
    if (own.size() > sizes.size())
      sizes.insert(sizes.begin(), own.size() - sizes.size(), IndexExpr(1));
    size_t first = sizes.size() - own.size();
    for (size_t i = 0; i < own.size(); ++i) {
      std::optional<IndexExpr> size = agree(sizes[first + i], own[i]);
      if (!size)
        return {};
      sizes[first + i] = *size;
    }
  }
  Type type = elementTypeOf(inputs[fn == ScalarFn::Select ? 1 : 0]);
  if (resultIsBool(fn))
    type = IntegerType::get(type.getContext(), 1);
  if (fn == ScalarFn::Cast)
    type = castTo;
  return tensorType(sizes, type);
}

LogicalResult ElementwiseOp::verify() {
  if (getInputs().size() != numOperands(getFn()))
    return emitOpError() << stringifyScalarFn(getFn()) << " takes "
                         << numOperands(getFn()) << " operands, found "
                         << getInputs().size();
  Type castTo = elementTypeOf(getResult());
  RankedTensorType expected = resultType(getFn(), getInputs(), castTo);
  if (!expected)
    return emitOpError("operand sizes do not broadcast");
  if (expected != getResult().getType())
    return emitOpError() << "result type must be " << expected;
  bool select = getFn() == ScalarFn::Select;
  if (select && !elementTypeOf(getInputs()[0]).isInteger(1))
    return emitOpError("the condition of a select must be of i1");
  Type last = elementTypeOf(getInputs().back());
  for (Value input : getInputs().drop_front(select ? 1 : 0))
    if (elementTypeOf(input) != last)
      return emitOpError("operands must have one element type");
  return success();
}

Element ElementwiseOp::element(ElementBuilder &builder, unsigned,
                               llvm::ArrayRef<IndexExpr> index) {
  llvm::SmallVector<Element> operands;
  for (Value input : getInputs()) {
    Sizes sizes = sizesOf(input);
    llvm::SmallVector<IndexExpr> at;
    for (auto [i, size] : llvm::enumerate(sizes))
      at.push_back(size.isConstant(1) ? IndexExpr(0)
                                      : index[index.size() - sizes.size() + i]);
    operands.push_back(builder.load(input, at));
  }
  if (getFn() == ScalarFn::Cast)
    return builder.cast(operands[0], elementTypeOf(getResult()));
  return builder.apply(getFn(), operands);
}

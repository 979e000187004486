// SPDX-License-Identifier: Apache-2.0
// Sum of products over shared dimensions.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Contract.cpp.inc"

void tenon::registerContract(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Contract.cpp.inc"
      >();
}

Sizes ContractOp::loopSizes(Value lhs, Value rhs,
                            llvm::ArrayRef<int64_t> lhsLoops,
                            llvm::ArrayRef<int64_t> rhsLoops) {
  Sizes sizes, left = sizesOf(lhs), right = sizesOf(rhs);
  auto assign = [&](int64_t loop, const IndexExpr &size) {
    if (loop >= static_cast<int64_t>(sizes.size()))
      sizes.resize(loop + 1, IndexExpr::invalid());
    if (!sizes[loop].isValid())
      sizes[loop] = size;
    return sizes[loop] == size;
  };
  if (left.size() != lhsLoops.size() || right.size() != rhsLoops.size())
    return {};
  for (auto [loop, size] : llvm::zip(lhsLoops, left))
    if (!assign(loop, size))
      return {};
  for (auto [loop, size] : llvm::zip(rhsLoops, right))
    if (!assign(loop, size))
      return {};
  if (llvm::any_of(sizes, [](const IndexExpr &s) { return !s.isValid(); }))
    return {};
  return sizes;
}

RankedTensorType ContractOp::resultType(Value lhs, Value rhs,
                                        llvm::ArrayRef<int64_t> lhsLoops,
                                        llvm::ArrayRef<int64_t> rhsLoops,
                                        unsigned resultRank) {
  Sizes sizes = loopSizes(lhs, rhs, lhsLoops, rhsLoops);
  if (sizes.size() < resultRank || (sizes.empty() && !lhsLoops.empty()))
    return {};
  sizes.truncate(resultRank);
  return tensorType(sizes, elementTypeOf(lhs));
}

LogicalResult ContractOp::verify() {
  int64_t dimensions = rankOf(getLhs()) + rankOf(getRhs());
  for (int64_t loop : llvm::concat<const int64_t>(getLhsLoops(), getRhsLoops()))
    if (loop < 0 || loop >= dimensions)
      return emitOpError() << "loop " << loop << " of " << dimensions
                           << " operand dimensions at most, from 0";
  if (elementTypeOf(getLhs()) != elementTypeOf(getRhs()))
    return emitOpError("element types differ");
  RankedTensorType expected = resultType(getLhs(), getRhs(), getLhsLoops(),
                                         getRhsLoops(), rankOf(getResult()));
  Type result = getResult().getType();
  if (!expected ||
      (expected != result &&
       expected.clone(accumulatorType(expected.getElementType())) != result))
    return emitOpError("operand and result sizes do not fit together");
  return success();
}

Element ContractOp::element(ElementBuilder &builder, unsigned,
                            llvm::ArrayRef<IndexExpr> index) {
  Sizes sizes = loopSizes(getLhs(), getRhs(), getLhsLoops(), getRhsLoops());
  llvm::SmallVector<IndexExpr> loops(index);
  llvm::SmallVector<IndexVariable> variables;
  for (const IndexExpr &size : llvm::ArrayRef(sizes).drop_front(index.size())) {
    variables.push_back(builder.variable(size));
    loops.push_back(variables.back().expr());
  }
  Type type = elementTypeOf(getResult());
  auto operand = [&](Value tensor, llvm::ArrayRef<int64_t> order) {
    llvm::SmallVector<IndexExpr> at;
    for (int64_t loop : order)
      at.push_back(loops[loop]);
    return builder.cast(builder.load(tensor, at), accumulatorType(type));
  };
  Element product =
      builder.apply(ScalarFn::Mul, {operand(getLhs(), getLhsLoops()),
                                    operand(getRhs(), getRhsLoops())});
  if (variables.empty())
    return builder.cast(product, type);
  return builder.cast(builder.reduce(ReduceKind::Sum, variables, product),
                      type);
}

// SPDX-License-Identifier: Apache-2.0
// Permutes dimensions.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Transpose.cpp.inc"

void tenon::registerTranspose(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Transpose.cpp.inc"
      >();
}

RankedTensorType TransposeOp::resultType(Value input,
                                         llvm::ArrayRef<int64_t> permutation) {
  Sizes sizes = sizesOf(input), result;
  for (int64_t from : permutation)
    result.push_back(sizes[from]);
  return tensorType(result, elementTypeOf(input));
}

LogicalResult TransposeOp::verify() {
  llvm::SmallVector<int64_t> sorted(getPermutation());
  llvm::sort(sorted);
  for (auto [i, value] : llvm::enumerate(sorted))
    if (value != static_cast<int64_t>(i))
      return emitOpError("not a permutation");
  if (rankOf(getInput()) != static_cast<int64_t>(sorted.size()))
    return emitOpError("the permutation must name every dimension");
  if (resultType(getInput(), getPermutation()) != getResult().getType())
    return emitOpError() << "result type must be "
                         << resultType(getInput(), getPermutation());
  return success();
}

Element TransposeOp::element(ElementBuilder &builder, unsigned,
                             llvm::ArrayRef<IndexExpr> index) {
  llvm::SmallVector<IndexExpr> at(index.size());
  for (auto [i, from] : llvm::enumerate(getPermutation()))
    at[from] = index[i];
  return builder.load(getInput(), at);
}

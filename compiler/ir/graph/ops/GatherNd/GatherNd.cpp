// SPDX-License-Identifier: Apache-2.0
// Reads elements at computed places, any dimensions at once.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/GatherNd.cpp.inc"

void tenon::registerGatherNd(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/GatherNd.cpp.inc"
      >();
}

/// Gives each loop that has none yet the size of its dimension.
static void assignLoops(llvm::ArrayRef<int64_t> loops, Value tensor,
                        Sizes &sizes) {
  for (auto [loop, size] : llvm::zip(loops, sizesOf(tensor))) {
    if (loop < 0)
      continue;
    if (loop >= static_cast<int64_t>(sizes.size()))
      sizes.resize(loop + 1, IndexExpr::invalid());
    if (!sizes[loop].isValid())
      sizes[loop] = size;
  }
}

RankedTensorType GatherNdOp::resultType(Value data, Value indices,
                                        llvm::ArrayRef<int64_t> dataLoops,
                                        llvm::ArrayRef<int64_t> indexLoops) {
  Sizes sizes;
  assignLoops(indexLoops, indices, sizes);
  assignLoops(dataLoops, data, sizes);
  if (llvm::any_of(sizes, [](const IndexExpr &s) { return !s.isValid(); }))
    return {};
  return tensorType(sizes, elementTypeOf(data));
}

LogicalResult GatherNdOp::verify() {
  if (static_cast<int64_t>(getDataLoops().size()) != rankOf(getData()) ||
      static_cast<int64_t>(getIndexLoops().size()) != rankOf(getIndices()))
    return emitOpError("needs one loop for each dimension of its operands");
  // A loop number is at most the rank: no list can ask for a huge result.
  for (int64_t loop :
       llvm::concat<const int64_t>(getDataLoops(), getIndexLoops()))
    if (loop < -1 || loop >= rankOf(getResult()))
      return emitOpError() << loop << " is not a loop";
  if (!elementTypeOf(getIndices()).isIntOrIndex())
    return emitOpError("indices must be integers");
  int64_t picked = llvm::count(getDataLoops(), -1);
  const int64_t *list = llvm::find(getIndexLoops(), -1);
  IndexExpr listed(1);
  if (list != getIndexLoops().end())
    listed = sizesOf(getIndices())[list - getIndexLoops().begin()];
  if (!listed.isConstant(picked) || llvm::count(getIndexLoops(), -1) > 1)
    return emitOpError() << picked << " data dimensions are picked and indices "
                         << "list " << listed.str();
  if (resultType(getData(), getIndices(), getDataLoops(), getIndexLoops()) !=
      getResult().getType())
    return emitOpError("operand and result sizes do not fit together");
  return success();
}

/// The element of `indices` for the `number`-th picked dimension, of `size`.
static IndexExpr pick(GatherNdOp op, ElementBuilder &builder, int64_t number,
                      const IndexExpr &size, llvm::ArrayRef<IndexExpr> index) {
  llvm::SmallVector<IndexExpr> at;
  for (int64_t loop : op.getIndexLoops())
    at.push_back(loop < 0 ? IndexExpr(number) : index[loop]);
  Element picked = builder.load(op.getIndices(), at);
  if (op.getClamp())
    return builder.computedIndex(picked, size, /*faults=*/false);
  Element negative =
      builder.apply(ScalarFn::Less, {picked, builder.integer(0, picked->type)});
  Element wrapped =
      builder.apply(ScalarFn::Add, {picked, builder.index(size, picked->type)});
  return builder.computedIndex(builder.select(negative, wrapped, picked), size,
                               /*faults=*/true);
}

Element GatherNdOp::element(ElementBuilder &builder, unsigned,
                            llvm::ArrayRef<IndexExpr> index) {
  llvm::SmallVector<IndexExpr> at;
  int64_t picked = 0;
  for (auto [loop, size] : llvm::zip(getDataLoops(), sizesOf(getData())))
    at.push_back(loop < 0 ? pick(*this, builder, picked++, size, index)
                          : index[loop]);
  return builder.load(getData(), at);
}

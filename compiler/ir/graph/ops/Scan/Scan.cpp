// SPDX-License-Identifier: Apache-2.0
// Running sums and their kin: a recurrence of one load.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"
#include <limits>

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Scan.cpp.inc"

void tenon::registerScan(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Scan.cpp.inc"
      >();
}

static std::optional<ScalarFn> combineFn(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum:
    return ScalarFn::Add;
  case ReduceKind::Product:
    return ScalarFn::Mul;
  case ReduceKind::Max:
    return ScalarFn::Max;
  case ReduceKind::Min:
    return ScalarFn::Min;
  default:
    return std::nullopt;
  }
}

LogicalResult ScanOp::verify() {
  if (getAxis() >= static_cast<uint64_t>(rankOf(getInput())))
    return emitOpError("the axis is not a dimension");
  if (!combineFn(getKind()))
    return emitOpError("an arg reduction has no scan");
  if (getInput().getType() != getResult().getType())
    return emitOpError("operand and result must have one type");
  if (getExclusive() && getKind() != ReduceKind::Sum &&
      getKind() != ReduceKind::Product)
    return emitOpError("only sums and products start from a value");
  return success();
}

std::optional<unsigned> ScanOp::sequentialAxis() { return getAxis(); }

Element ScanOp::element(ElementBuilder &builder, unsigned,
                        llvm::ArrayRef<IndexExpr> index) {
  unsigned axis = getAxis();
  Type type = elementTypeOf(getResult());
  IndexExpr size = sizesOf(getInput())[axis];
  llvm::SmallVector<IndexExpr> before(index);
  before[axis] = index[axis] - 1;
  Element next = builder.load(getInput(), getExclusive() ? before : index);
  Element folded = builder.apply(*combineFn(getKind()),
                                 {builder.load(getResult(), before), next});
  Element start = next;
  if (getExclusive())
    start = builder.literal(getKind() == ReduceKind::Sum ? 0 : 1, type);
  return builder.guard({{before[axis], size}}, folded, start);
}

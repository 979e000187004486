// SPDX-License-Identifier: Apache-2.0
// The index along one axis, scaled: Range, EyeLike and masks.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"
#include <cmath>

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Iota.cpp.inc"

void tenon::registerIota(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Iota.cpp.inc"
      >();
}

LogicalResult IotaOp::verify() {
  if (getAxis() >= static_cast<uint64_t>(rankOf(getResult())))
    return emitOpError() << "axis " << getAxis() << " is not a dimension of "
                         << getResult().getType();
  // Integers are computed exactly, so both must be whole and fit in a double.
  constexpr double kExact = 0x1p53;
  for (double value :
       {getStart().convertToDouble(), getStep().convertToDouble()})
    if (!isa<FloatType>(elementTypeOf(getResult())) &&
        !(std::abs(value) <= kExact && value == std::trunc(value)))
      return emitOpError() << "start and step of integers must be whole and "
                              "within 2^53, found "
                           << value;
  return success();
}

Element IotaOp::element(ElementBuilder &builder, unsigned,
                        llvm::ArrayRef<IndexExpr> index) {
  Type type = elementTypeOf(getResult());
  double start = getStart().convertToDouble();
  double step = getStep().convertToDouble();
  if (!isa<FloatType>(type))
    return builder.index(index[getAxis()] * static_cast<int64_t>(step) +
                             static_cast<int64_t>(start),
                         type);
  Type i64 = IntegerType::get(getContext(), 64);
  Element number = builder.cast(builder.index(index[getAxis()], i64), type);
  Element scaled =
      builder.apply(ScalarFn::Mul, {number, builder.real(step, type)});
  return builder.apply(ScalarFn::Add, {scaled, builder.real(start, type)});
}

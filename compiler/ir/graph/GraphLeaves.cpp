// SPDX-License-Identifier: Apache-2.0
// Creation of ops without operands: constants, sizes, index ramps.
#include "compiler/ir/graph/GraphBuilder.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

/// A literal of `type` for DenseElementsAttr.
static Attribute literal(double value, Type type) {
  if (auto real = dyn_cast<FloatType>(type))
    return FloatAttr::get(real, value);
  auto integer = cast<IntegerType>(type);
  return IntegerAttr::get(integer,
                          APInt(integer.getWidth(), static_cast<int64_t>(value),
                                /*isSigned=*/true));
}

Value GraphBuilder::scalar(double value, Type elementType) {
  return splat(value, {}, elementType);
}

Value GraphBuilder::splat(double value, ArrayRef<IndexExpr> sizes,
                          Type elementType) {
  auto dense = DenseElementsAttr::get(tensorType({}, elementType),
                                      literal(value, elementType));
  Value one = builder.create<ConstantOp>(loc, dense.getType(), dense);
  return sizes.empty() ? one : broadcast(one, sizes);
}

Value GraphBuilder::integers(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    builder.getI64Type());
  return builder.create<ConstantOp>(loc, type,
                                    DenseElementsAttr::get(type, values));
}

/// Up to this many bytes a constant is an attribute (notes: uniquing hashes
/// and copies, so weights stay in the table).
static constexpr size_t kLiteralBytes = 1024;

/// A literal of raw bytes; bools are packed to bits by MLIR, so they go
/// through values.
static DenseElementsAttr literalOf(RankedTensorType type,
                                   ArrayRef<char> bytes) {
  if (type.getElementType().isInteger(1)) {
    llvm::SmallVector<bool> values;
    for (char byte : bytes)
      values.push_back(byte != 0);
    return DenseElementsAttr::get(type, values);
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

Value GraphBuilder::constant(RankedTensorType type, std::vector<char> bytes) {
  if (bytes.size() <= kLiteralBytes && type.getNumElements() > 0)
    return builder.create<ConstantOp>(loc, type, literalOf(type, bytes));
  unsigned id = dialect().getWeights().add(std::move(bytes));
  return builder.create<ConstantOp>(loc, type, WeightAttr::get(context(), id));
}

Value GraphBuilder::constant(RankedTensorType type, ArrayRef<char> bytes,
                             std::shared_ptr<const void> owner) {
  if (bytes.size() <= kLiteralBytes && type.getNumElements() > 0)
    return builder.create<ConstantOp>(loc, type, literalOf(type, bytes));
  unsigned id = dialect().getWeights().add(bytes, std::move(owner));
  return builder.create<ConstantOp>(loc, type, WeightAttr::get(context(), id));
}

Value GraphBuilder::sizes(ArrayRef<IndexExpr> values) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    builder.getI64Type());
  return builder.create<SizesOp>(loc, type,
                                 IndexExprsAttr::from(context(), values));
}

Value GraphBuilder::iota(ArrayRef<IndexExpr> sizes, int64_t axis, double start,
                         double step, Type elementType) {
  return builder.create<IotaOp>(loc, tensorType(sizes, elementType), axis,
                                APFloat(start), APFloat(step));
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Elements of constants as numbers.
#include "compiler/ir/graph/ConstantElements.h"
#include "llvm/ADT/APFloat.h"
#include <cstring>

using namespace mlir;

namespace tenon {

Number decodeNumber(const char *bytes, Type type) {
  if (auto real = dyn_cast<FloatType>(type)) {
    uint64_t bits = 0;
    unsigned width = real.getWidth();
    std::memcpy(&bits, bytes, width / 8);
    llvm::APFloat value(real.getFloatSemantics(), APInt(width, bits));
    bool lost = false;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &lost);
    return {true, value.convertToDouble(), 0};
  }
  auto integer = cast<IntegerType>(type);
  if (integer.getWidth() == 1)
    return {false, 0, bytes[0] != 0};
  uint64_t bits = 0;
  unsigned width = integer.getWidth();
  std::memcpy(&bits, bytes, width / 8);
  int64_t value = static_cast<int64_t>(bits);
  if (width < 64 && !integer.isUnsigned()) // extend the sign
    value = static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
  return {false, 0, value};
}

static Number numberOf(Attribute element) {
  if (auto real = dyn_cast<FloatAttr>(element)) {
    llvm::APFloat value = real.getValue();
    bool lost = false;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &lost);
    return {true, value.convertToDouble(), 0};
  }
  auto integer = cast<IntegerAttr>(element);
  auto type = cast<IntegerType>(integer.getType());
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  return {false, 0,
          static_cast<int64_t>(isUnsigned ? integer.getValue().getZExtValue()
                                          : integer.getValue().getSExtValue())};
}

std::optional<Number> constantElement(ConstantOp op,
                                      llvm::ArrayRef<int64_t> index) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  int64_t linear = 0;
  for (auto [position, size] : llvm::zip(index, type.getShape())) {
    if (position < 0 || position >= size)
      return std::nullopt;
    linear = linear * size + position;
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(op.getValue()))
    return numberOf(dense.isSplat() ? dense.getSplatValue<Attribute>()
                                    : dense.getValues<Attribute>()[linear]);
  std::optional<int64_t> width = elementBytes(type.getElementType());
  std::vector<char> unused;
  llvm::ArrayRef<char> bytes = constantBytes(op, unused);
  if (!width || bytes.size() < static_cast<size_t>((linear + 1) * *width))
    return std::nullopt;
  return decodeNumber(bytes.data() + linear * *width, type.getElementType());
}

std::optional<Number> splatValue(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto repeated = dyn_cast_or_null<BroadcastOp>(op))
    op = repeated.getInput().getDefiningOp();
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  if (!constant)
    return std::nullopt;
  auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!dense || !dense.isSplat())
    return std::nullopt;
  return numberOf(dense.getSplatValue<Attribute>());
}

llvm::ArrayRef<char> constantBytes(ConstantOp op, std::vector<char> &storage) {
  if (auto weight = dyn_cast<WeightAttr>(op.getValue()))
    return cast<TenonDialect>(op->getDialect())
        ->getWeights()
        .bytes(weight.getId());
  auto dense = cast<DenseElementsAttr>(op.getValue());
  auto type = cast<RankedTensorType>(op.getResult().getType());
  if (type.getElementType().isInteger(1)) {
    for (bool value : dense.getValues<bool>())
      storage.push_back(value);
    return storage;
  }
  llvm::ArrayRef<char> raw = dense.getRawData();
  if (!dense.isSplat())
    return raw;
  for (int64_t i = 0; i < dense.getNumElements(); ++i)
    storage.insert(storage.end(), raw.begin(), raw.end());
  return storage;
}

} // namespace tenon

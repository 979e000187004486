// SPDX-License-Identifier: Apache-2.0
// Between tensor types and size expressions.
#include "compiler/ir/graph/Types.h"
#include "compiler/ir/graph/Graph.h"

using namespace mlir;

namespace tenon {

Sizes sizesOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto dims = dyn_cast_or_null<DimsAttr>(tensor.getEncoding());
  Sizes sizes;
  for (int64_t i = 0; i < tensor.getRank(); ++i) {
    if (!tensor.isDynamicDim(i))
      sizes.push_back(tensor.getDimSize(i));
    else if (dims)
      // The attribute's verifier has read the text once already.
      sizes.push_back(*IndexExpr::parse(dims.getSizes()[i].getValue()));
    else
      sizes.push_back(IndexExpr::invalid());
  }
  return sizes;
}

Type elementTypeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

int64_t rankOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

RankedTensorType tensorType(llvm::ArrayRef<IndexExpr> sizes, Type elementType) {
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<StringAttr> names;
  bool dynamic = false;
  for (const IndexExpr &size : sizes) {
    std::optional<int64_t> known = size.constant();
    if (known && *known >= 0) {
      shape.push_back(*known);
    } else {
      shape.push_back(ShapedType::kDynamic);
      dynamic = true;
    }
    names.push_back(StringAttr::get(elementType.getContext(), size.str()));
  }
  Attribute encoding;
  if (dynamic)
    encoding = DimsAttr::get(elementType.getContext(), names);
  return RankedTensorType::get(shape, elementType, encoding);
}

IndexExpr numElements(llvm::ArrayRef<IndexExpr> sizes) {
  IndexExpr product(1);
  for (const IndexExpr &size : sizes)
    product = product * size;
  return product;
}

std::optional<int64_t> elementBytes(Type elementType) {
  if (!elementType.isIntOrFloat())
    return std::nullopt;
  return (elementType.getIntOrFloatBitWidth() + 7) / 8;
}

} // namespace tenon

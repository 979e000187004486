// SPDX-License-Identifier: Apache-2.0
// Registers the dialect, its attributes and, by the list of folders under
// ops/, its core ops.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "compiler/ir/graph/Dialect.cpp.inc"
#include "compiler/ir/graph/Enums.cpp.inc"
#include "compiler/ir/graph/TensorBody.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/ir/graph/Attributes.cpp.inc"

namespace tenon {

void TenonDialect::initialize() {
#define TENON_OP(Name) register##Name(*this);
#include "compiler/ir/graph/AllOps.inc"
#undef TENON_OP
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compiler/ir/graph/Attributes.cpp.inc"
      >();
}

LogicalResult DimsAttr::verifyEncoding(
    llvm::ArrayRef<int64_t> shape, Type,
    llvm::function_ref<InFlightDiagnostic()> emitError) const {
  if (getSizes().size() != shape.size())
    return emitError() << "the tensor has " << shape.size()
                       << " dimensions but #tenon.dims names "
                       << getSizes().size();
  for (StringAttr size : getSizes()) {
    std::optional<IndexExpr> expr = IndexExpr::parse(size.getValue());
    if (!expr || !expr->isValid())
      return emitError() << "#tenon.dims holds " << size
                         << ", which is not a size expression";
  }
  return success();
}

llvm::SmallVector<IndexExpr> IndexExprsAttr::exprs() const {
  llvm::SmallVector<IndexExpr> result;
  for (StringAttr text : getValues()) {
    std::optional<IndexExpr> expr = IndexExpr::parse(text.getValue());
    result.push_back(expr ? *expr : IndexExpr::invalid());
  }
  return result;
}

bool IndexExprsAttr::isValid() const {
  return llvm::all_of(exprs(),
                      [](const IndexExpr &expr) { return expr.isValid(); });
}

IndexExprsAttr IndexExprsAttr::from(MLIRContext *context,
                                    llvm::ArrayRef<IndexExpr> values) {
  llvm::SmallVector<StringAttr> texts;
  for (const IndexExpr &value : values)
    texts.push_back(StringAttr::get(context, value.str()));
  return get(context, texts);
}

} // namespace tenon

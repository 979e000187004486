// SPDX-License-Identifier: Apache-2.0
// Sizes that are not proved equal but checked to be when shapes are bound.
#include "compiler/ir/graph/SizeChecks.h"

using namespace mlir;

namespace tenon {

bool areEqualSizes(ModuleOp module, const IndexExpr &a, const IndexExpr &b) {
  if (a == b)
    return true;
  auto checks =
      module ? module->getAttrOfType<ArrayAttr>("tenon.checks") : ArrayAttr();
  if (!checks)
    return false;
  std::string left = a.str(), right = b.str();
  return llvm::any_of(checks, [&](Attribute check) {
    auto parts = dyn_cast<ArrayAttr>(check);
    if (!parts || parts.size() < 2)
      return false;
    auto first = dyn_cast<StringAttr>(parts[0]);
    auto second = dyn_cast<StringAttr>(parts[1]);
    return first && second &&
           ((first.getValue() == left && second.getValue() == right) ||
            (first.getValue() == right && second.getValue() == left));
  });
}

bool keepsDimensions(ModuleOp module, llvm::ArrayRef<IndexExpr> from,
                     llvm::ArrayRef<IndexExpr> to) {
  if (from.size() != to.size())
    return false;
  for (auto [a, b] : llvm::zip(from, to))
    if (!areEqualSizes(module, a, b))
      return false;
  return true;
}

} // namespace tenon

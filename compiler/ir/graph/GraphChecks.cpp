// SPDX-License-Identifier: Apache-2.0
// What a module knows and demands of its size symbols.
#include "compiler/ir/graph/GraphBuilder.h"

using namespace mlir;
using llvm::StringRef;

namespace tenon {

SymbolRange symbolRange(ModuleOp module, StringRef name) {
  SymbolRange range;
  if (!module)
    return range;
  auto symbols = module->getAttrOfType<DictionaryAttr>("tenon.symbols");
  auto entry = symbols ? symbols.getAs<DenseI64ArrayAttr>(name) : nullptr;
  if (!entry || entry.size() != 3)
    return range;
  range.min = entry[0];
  if (entry[1] >= 0)
    range.max = entry[1];
  return range;
}

SymbolRange GraphBuilder::symbolRange(StringRef name) {
  return tenon::symbolRange(module(), name);
}

bool GraphBuilder::requireEqual(const IndexExpr &a, const IndexExpr &b,
                                StringRef subject) {
  if (a == b)
    return true;
  auto ranges = [&](StringRef name) { return symbolRange(name); };
  bool impossible =
      (a.constant() && b.constant()) || (a - b - 1).isNonNegative(ranges) ||
      (b - a - 1).isNonNegative(ranges) || !a.isValid() || !b.isValid();
  if (impossible) {
    emitError(loc) << subject << " is " << a.str() << " and must be "
                   << b.str();
    return false;
  }
  ModuleOp owner = module();
  llvm::SmallVector<Attribute> checks;
  if (auto old = owner->getAttrOfType<ArrayAttr>("tenon.checks"))
    checks.append(old.begin(), old.end());
  auto text = [&](StringRef value) { return builder.getStringAttr(value); };
  ArrayAttr check =
      builder.getArrayAttr({text(a.str()), text(b.str()), text(subject)});
  if (!llvm::is_contained(checks, check)) {
    checks.push_back(check);
    owner->setAttr("tenon.checks", builder.getArrayAttr(checks));
  }
  return true;
}

} // namespace tenon

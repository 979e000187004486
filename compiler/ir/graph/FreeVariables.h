// SPDX-License-Identifier: Apache-2.0
// Which loop variables an Element depends on: decides where it is computed.
#ifndef TENON_COMPILER_IR_GRAPH_FREEVARIABLES_H
#define TENON_COMPILER_IR_GRAPH_FREEVARIABLES_H

#include "compiler/ir/graph/Element.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace tenon {

class FreeVariables {
public:
  explicit FreeVariables(const ElementBuilder &builder) : builder(builder) {}

  /// Names of the loop variables that `element` depends on and does not bind.
  const llvm::StringSet<> &of(Element element);
  /// The same of an index, computed indices in it included.
  llvm::StringSet<> of(const IndexExpr &index);
  bool dependsOn(Element element, llvm::StringRef variable) {
    return of(element).contains(variable);
  }
  bool dependsOn(const IndexExpr &index, llvm::StringRef variable) {
    return of(index).contains(variable);
  }
  /// Whether a reduction is part of `element`.
  bool hasReduce(Element element);

private:
  const ElementBuilder &builder;
  llvm::DenseMap<Element, std::unique_ptr<llvm::StringSet<>>> known;
  llvm::DenseMap<Element, bool> reduces;
};

} // namespace tenon

#endif // TENON_COMPILER_IR_GRAPH_FREEVARIABLES_H

// SPDX-License-Identifier: Apache-2.0
// Which loop variables an Element depends on.
#include "compiler/ir/graph/FreeVariables.h"

namespace tenon {

static void addAll(llvm::StringSet<> &to, const llvm::StringSet<> &from) {
  for (const auto &entry : from)
    to.insert(entry.getKey());
}

llvm::StringSet<> FreeVariables::of(const IndexExpr &index) {
  llvm::StringSet<> result;
  index.walkSymbols([&](llvm::StringRef name) {
    if (builder.findVariable(name))
      result.insert(name);
    else if (const ComputedIndex *computed = builder.findComputed(name))
      addAll(result, of(computed->value));
  });
  return result;
}

const llvm::StringSet<> &FreeVariables::of(Element element) {
  auto found = known.find(element);
  if (found != known.end())
    return *found->second;
  auto result = std::make_unique<llvm::StringSet<>>();
  for (const IndexExpr &index : element->indices)
    addAll(*result, of(index));
  for (const IndexBound &bound : element->bounds) {
    addAll(*result, of(bound.value));
    addAll(*result, of(bound.bound));
  }
  for (Element operand : element->operands)
    addAll(*result, of(operand));
  for (const IndexVariable &variable : element->variables) {
    result->erase(variable.name);
    addAll(*result, of(variable.extent));
  }
  return *(known[element] = std::move(result));
}

bool FreeVariables::hasReduce(Element element) {
  auto found = reduces.find(element);
  if (found != reduces.end())
    return found->second;
  bool result = element->kind == ElementKind::Reduce;
  for (Element operand : element->operands)
    result |= hasReduce(operand);
  for (const IndexExpr &index : element->indices)
    index.walkSymbols([&](llvm::StringRef name) {
      if (const ComputedIndex *computed = builder.findComputed(name))
        result |= hasReduce(computed->value);
    });
  return reduces[element] = result;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Compares the bodies of a row's reductions with its result.
#include "compiler/codegen/RowReuse.h"
#include "compiler/support/IndexStride.h"

using namespace mlir;

namespace tenon {

namespace {

class ReuseFinder {
public:
  ReuseFinder(KernelElements &elements, const LoopNest &nest)
      : elements(elements), nest(nest), free(elements.builder()) {}

  std::optional<RowReuse> find(Element result);

private:
  void collect(Element element, llvm::SmallVectorImpl<Element> &reductions);
  Element findAgain(Element element, Element body, const IndexVariable &over);
  bool isSame(Element a, Element b, const IndexVariable &over);
  unsigned costOfTree(Element element);

  const IndexVariable &last() const { return nest.variables.back(); }

  KernelElements &elements;
  const LoopNest &nest;
  FreeVariables free;
  llvm::SmallPtrSet<Element, 32> seen;
};

/// Reductions over a whole row that the last variable does not change.
void ReuseFinder::collect(Element element,
                          llvm::SmallVectorImpl<Element> &reductions) {
  if (!seen.insert(element).second)
    return;
  if (element->kind == ElementKind::Reduce && element->variables.size() == 1 &&
      element->variables[0].extent == last().extent &&
      !free.dependsOn(element, last().name))
    reductions.push_back(element);
  for (Element operand : element->operands)
    collect(operand, reductions);
}

/// Whether `a` over the last variable is `b` over `over`.
bool ReuseFinder::isSame(Element a, Element b, const IndexVariable &over) {
  if (a == b)
    return !free.dependsOn(a, last().name) && !free.dependsOn(b, over.name);
  if (a->kind != b->kind || a->type != b->type || a->fn != b->fn ||
      a->tensor != b->tensor || a->operands.size() != b->operands.size() ||
      a->indices.size() != b->indices.size() ||
      a->kind == ElementKind::Reduce || a->kind == ElementKind::Guard)
    return false;
  if (a->kind == ElementKind::Constant &&
      (a->number.real != b->number.real ||
       a->number.integer != b->number.integer))
    return false;
  for (auto [mine, other] : llvm::zip(a->indices, b->indices)) {
    if (substituteOne(other, over.name, last().expr()) != mine)
      return false;
  }
  return llvm::all_of(llvm::zip(a->operands, b->operands), [&](auto pair) {
    return isSame(std::get<0>(pair), std::get<1>(pair), over);
  });
}

Element ReuseFinder::findAgain(Element element, Element body,
                               const IndexVariable &over) {
  if (!free.dependsOn(element, last().name))
    return nullptr;
  if (isSame(element, body, over))
    return element;
  for (Element operand : element->operands)
    if (Element found = findAgain(operand, body, over))
      return found;
  return nullptr;
}

unsigned ReuseFinder::costOfTree(Element element) {
  unsigned cost = element->kind == ElementKind::Apply ? costOf(element->fn) : 0;
  for (Element operand : element->operands)
    if (free.dependsOn(operand, last().name))
      cost += costOfTree(operand);
  return cost;
}

std::optional<RowReuse> ReuseFinder::find(Element result) {
  constexpr unsigned kWorthStoring = 8; // operations; see FormKernels
  llvm::SmallVector<Element> reductions;
  collect(result, reductions);
  std::optional<RowReuse> best;
  unsigned saved = kWorthStoring - 1;
  for (Element reduction : reductions) {
    Element body = reduction->operands[0];
    const IndexVariable &over = reduction->variables[0];
    Element again = findAgain(result, body, over);
    if (!again || again == result || costOfTree(again) <= saved ||
        again->type != elementTypeOf(elements.kernel().getResult(0)))
      continue;
    saved = costOfTree(again);
    best = RowReuse{body, again, {}};
    for (const IndexExpr &at : nest.index)
      best->at.push_back(substituteOne(at, last().name, over.expr()));
  }
  return best;
}

} // namespace

std::optional<RowReuse> findRowReuse(KernelElements &elements,
                                     const LoopNest &nest, Element result) {
  return ReuseFinder(elements, nest).find(result);
}

} // namespace tenon

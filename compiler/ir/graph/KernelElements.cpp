// SPDX-License-Identifier: Apache-2.0
// Pulls elements through a kernel's body.
#include "compiler/ir/graph/KernelElements.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/ir/graph/GraphBuilder.h"

using namespace mlir;

namespace tenon {

static std::function<SymbolRange(llvm::StringRef)> rangesOf(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  return [module](llvm::StringRef name) { return symbolRange(module, name); };
}

ElementPuller::ElementPuller(Operation *scope,
                             std::function<bool(Operation *)> isInside)
    : isInside(std::move(isInside)), elements(rangesOf(scope)) {}

KernelElements::KernelElements(KernelOp kernel)
    : ElementPuller(kernel, [](Operation *op) { return op != nullptr; }),
      op(kernel) {}

size_t ElementPuller::PlaceHash::operator()(const Place &place) const {
  llvm::hash_code hash = mlir::hash_value(place.value);
  for (const IndexExpr &position : place.index)
    hash = llvm::hash_combine(hash, position.hash());
  return hash;
}

Element ElementPuller::at(Value value, llvm::ArrayRef<IndexExpr> index) {
  Place place{value, llvm::SmallVector<IndexExpr, 4>(index)};
  auto found = known.find(place);
  if (found != known.end())
    return found->second;
  Element element = pull(value, index);
  known.try_emplace(std::move(place), element);
  return element;
}

Element ElementPuller::pull(Value value, llvm::ArrayRef<IndexExpr> index) {
  Operation *producer = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(producer)) {
    if (std::optional<Number> number = splatValue(value)) {
      Type type = elementTypeOf(value);
      return number->isFloat ? elements.real(number->real, type)
                             : elements.integer(number->integer, type);
    }
    return elements.load(value, index);
  }
  auto body = dyn_cast_or_null<TensorBody>(producer);
  if (!body || body.sequentialAxis())
    return elements.load(value, index);
  unsigned result = cast<OpResult>(value).getResultNumber();
  Element element = body.element(elements, result, index);
  auto keep = [](llvm::StringRef) -> std::optional<IndexExpr> {
    return std::nullopt;
  };
  auto produce = [&](Value tensor, llvm::ArrayRef<IndexExpr> at) -> Element {
    Operation *inner = tensor.getDefiningOp();
    return inner && isInside(inner) ? this->at(tensor, at) : nullptr;
  };
  return elements.rewrite(element, keep, produce);
}

} // namespace tenon

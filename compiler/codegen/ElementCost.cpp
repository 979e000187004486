// SPDX-License-Identifier: Apache-2.0
// Counts operations and bytes of kernels.
#include "compiler/codegen/ElementCost.h"
#include "compiler/ir/graph/FreeVariables.h"

using namespace mlir;

namespace tenon {

namespace {

class Counter {
public:
  explicit Counter(ElementBuilder &builder) : free(builder) {}

  IndexExpr total;

  /// Adds the operations of `element`, computed once per value of the
  /// variables in `around` that it depends on.
  void add(Element element, llvm::ArrayRef<IndexVariable> around) {
    if (!seen.insert(element).second)
      return;
    llvm::SmallVector<IndexVariable> inside(around);
    if (element->kind == ElementKind::Reduce) {
      IndexExpr folds = times(element, around);
      for (const IndexVariable &variable : element->variables)
        folds = folds * variable.extent;
      total = total + folds;
      inside.append(element->variables.begin(), element->variables.end());
    }
    if (element->kind == ElementKind::Apply && element->fn != ScalarFn::Cast)
      total = total + times(element, around) *
                          static_cast<int64_t>(costOf(element->fn));
    for (Element operand : element->operands)
      add(operand, inside);
  }

private:
  /// Number of times something that depends on what `element` depends on runs.
  IndexExpr times(Element element, llvm::ArrayRef<IndexVariable> around) {
    IndexExpr product(1);
    for (const IndexVariable &variable : around)
      if (free.dependsOn(element, variable.name))
        product = product * variable.extent;
    return product;
  }

  FreeVariables free;
  llvm::SmallPtrSet<Element, 16> seen;
};

} // namespace

static IndexExpr bytesOf(Value value) {
  return numElements(sizesOf(value)) *
         elementBytes(elementTypeOf(value)).value_or(1);
}

KernelCost costOfKernel(KernelElements &elements) {
  KernelOp kernel = elements.kernel();
  // Count over fresh variables, one per dimension of the result.
  llvm::SmallVector<IndexVariable> around;
  llvm::SmallVector<IndexExpr> at;
  for (const IndexExpr &size : sizesOf(kernel.getResult(0))) {
    around.push_back(elements.builder().variable(size));
    at.push_back(around.back().expr());
  }
  Counter counter(elements.builder());
  KernelCost cost;
  for (unsigned i = 0; i < kernel.getNumResults(); ++i)
    counter.add(elements.at(kernel.getYielded(i), at), around);
  cost.operations = counter.total;
  for (Value operand : kernel->getOperands())
    cost.bytes = cost.bytes + bytesOf(operand);
  for (Value result : kernel->getResults())
    cost.bytes = cost.bytes + bytesOf(result);
  return cost;
}

IndexExpr grainFor(const KernelCost &cost, const IndexExpr &extent) {
  // A thread pays from about 50,000 operations or bytes on: about twice the
  // time of a fork and join (docs/decisions/0010-thread-pool.md).
  constexpr int64_t kWorthAThread = 50000;
  IndexExpr work = cost.operations + cost.bytes;
  return IndexExpr::max(
      1, IndexExpr::ceilDiv(extent * kWorthAThread, IndexExpr::max(work, 1)));
}

} // namespace tenon

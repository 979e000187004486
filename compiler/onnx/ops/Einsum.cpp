// SPDX-License-Identifier: Apache-2.0
// Einsum: products of operands over named dimensions, summed over the names
// that the result lacks. Operands are joined from the left by contractions;
// a name repeated within one operand takes its diagonal.
// https://onnx.ai/onnx/operators/onnx__Einsum.html
#include "compiler/onnx/EinsumEquation.h"
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

namespace {

/// A tensor with a label for each dimension, no two the same.
struct Labelled {
  Value value;
  EinsumTerm labels;
};

} // namespace

/// The elements with equal indices in dimensions `first` and `second`, which
/// become one, the last.
static Value diagonal(GraphBuilder &graph, Value value, int64_t first,
                      int64_t second) {
  Sizes sizes = sizesOf(value);
  if (!graph.requireEqual(sizes[first], sizes[second], "sides of a diagonal"))
    return {};
  llvm::SmallVector<int64_t> loops;
  int64_t next = 0, rank = static_cast<int64_t>(sizes.size());
  for (int64_t i = 0; i < rank; ++i)
    loops.push_back(i == first ? rank - 2 : i == second ? -1 : next++);
  Value same = graph.iota({sizes[first]}, 0, 0, 1,
                          IntegerType::get(graph.context(), 64));
  return graph.gatherNd(value, loops, same, {rank - 2}, /*clamp=*/true);
}

/// Takes diagonals until no label repeats.
static Labelled takeDiagonals(GraphBuilder &graph, Labelled operand) {
  for (size_t i = 0; i < operand.labels.size() && operand.value; ++i) {
    EinsumLabel label = operand.labels[i];
    auto *again =
        std::find(operand.labels.begin() + i + 1, operand.labels.end(), label);
    if (again == operand.labels.end())
      continue;
    auto second = static_cast<int64_t>(again - operand.labels.begin());
    operand.value = diagonal(graph, operand.value, i, second);
    operand.labels.erase(again);
    operand.labels.erase(operand.labels.begin() + i);
    operand.labels.push_back(label);
    --i;
  }
  return operand;
}

/// Drops dimensions of size 1 that broadcast against a larger one elsewhere.
static void dropBroadcast(GraphBuilder &graph,
                          llvm::MutableArrayRef<Labelled> operands) {
  llvm::DenseSet<EinsumLabel> larger;
  for (const Labelled &operand : operands)
    for (auto [label, size] : llvm::zip(operand.labels, sizesOf(operand.value)))
      if (!size.isConstant(1))
        larger.insert(label);
  for (Labelled &operand : operands) {
    llvm::SmallVector<int64_t> dropped;
    EinsumTerm kept;
    for (auto [i, size] : llvm::enumerate(sizesOf(operand.value))) {
      EinsumLabel label = operand.labels[i];
      if (size.isConstant(1) && larger.contains(label))
        dropped.push_back(static_cast<int64_t>(i));
      else
        kept.push_back(label);
    }
    operand.value = graph.squeeze(operand.value, dropped);
    operand.labels = kept;
  }
}

/// Sums the labels of `operand` that are not in `needed`.
static Labelled sumUnneeded(GraphBuilder &graph, Labelled operand,
                            const EinsumTerm &needed) {
  llvm::SmallVector<int64_t> axes;
  EinsumTerm kept;
  for (auto [i, label] : llvm::enumerate(operand.labels))
    if (llvm::is_contained(needed, label))
      kept.push_back(label);
    else
      axes.push_back(static_cast<int64_t>(i));
  if (axes.empty())
    return operand;
  return {graph.reduce(ReduceKind::Sum, operand.value, axes, false), kept};
}

/// The product of two operands with the labels in `needed`; the others are
/// summed.
static Labelled multiply(GraphBuilder &graph, const Labelled &a,
                         const Labelled &b, const EinsumTerm &needed) {
  EinsumTerm order;
  auto has = [](const EinsumTerm &term, EinsumLabel label) {
    return llvm::is_contained(term, label);
  };
  for (EinsumLabel label : needed) // in the result's order where it is one
    if ((has(a.labels, label) || has(b.labels, label)) && !has(order, label))
      order.push_back(label);
  EinsumTerm kept = order;
  for (const Labelled &side : {a, b})
    for (EinsumLabel label : side.labels)
      if (!has(order, label))
        order.push_back(label);
  auto loops = [&](const Labelled &side) {
    llvm::SmallVector<int64_t> result;
    for (EinsumLabel label : side.labels)
      result.push_back(llvm::find(order, label) - order.begin());
    return result;
  };
  return {graph.contract(a.value, loops(a), b.value, loops(b), kept.size()),
          kept};
}

/// Orders the dimensions as the result names them.
static Value arrange(GraphBuilder &graph, const Labelled &value,
                     const EinsumTerm &result) {
  llvm::SmallVector<int64_t> order;
  for (EinsumLabel label : result)
    order.push_back(llvm::find(value.labels, label) - value.labels.begin());
  return graph.transpose(value.value, order);
}

static LogicalResult lowerEinsum(OpImport &op) {
  llvm::SmallVector<int64_t> ranks;
  for (unsigned i = 0; i < op.numInputs(); ++i)
    ranks.push_back(op.hasInput(i) ? op.rank(i) : -1);
  EinsumEquation equation;
  std::string error;
  StringRef text = op.stringAttribute("equation", "");
  if (!parseEinsum(text, ranks, equation, error))
    return op.invalid("equation '" + text + "': " + error);
  llvm::SmallVector<Labelled> operands;
  for (auto [value, labels] : llvm::zip(op.allInputs(), equation.operands)) {
    operands.push_back(takeDiagonals(op.graph, {value, labels}));
    if (!operands.back().value)
      return failure();
  }
  dropBroadcast(op.graph, operands);
  Labelled product;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    EinsumTerm needed = equation.result, own = equation.result;
    for (auto [k, other] : llvm::enumerate(operands)) {
      if (k > i)
        needed.append(other.labels);
      if (k != i)
        own.append(other.labels);
    }
    // What no other operand shares is summed before the product.
    Labelled side = sumUnneeded(op.graph, operand, own);
    product = i == 0 ? side : multiply(op.graph, product, side, needed);
    if (!product.value)
      return failure();
  }
  product = sumUnneeded(op.graph, product, equation.result);
  return op.result(arrange(op.graph, product, equation.result));
}

OnnxOp tenon::describeEinsum() {
  return {"Einsum",
          "sums of products over named dimensions",
          {{.since = 12,
            .operands = {{"Inputs", kNumbers, 'T', OperandUse::Variadic}},
            .attributes = {{"equation", OnnxAttributeType::String, true}},
            .lower = lowerEinsum}}};
}

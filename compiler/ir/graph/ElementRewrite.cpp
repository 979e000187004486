// SPDX-License-Identifier: Apache-2.0
// Substitution in Elements: indices for loop variables, producers for loads.
// A shared node is rewritten once per call, so the result stays a DAG.
#include "compiler/ir/graph/Element.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using llvm::ArrayRef;
using llvm::StringRef;

namespace tenon {

namespace {

using IndexLookup = llvm::function_ref<std::optional<IndexExpr>(StringRef)>;
using Producer = llvm::function_ref<Element(Value, ArrayRef<IndexExpr>)>;

class Rewriter {
public:
  Rewriter(ElementBuilder &builder, IndexLookup lookup, Producer producer)
      : builder(builder), lookup(lookup), producer(producer) {}

  Element rewrite(Element element) {
    auto found = done.find(element);
    if (found != done.end())
      return found->second;
    Element result = rewriteNode(*element);
    done[element] = result;
    return result;
  }

private:
  IndexExpr rewriteIndex(const IndexExpr &expr) {
    return builder.simplify(
        expr.substitute([&](StringRef name) -> std::optional<IndexExpr> {
          auto renamed = fresh.find(name);
          if (renamed != fresh.end())
            return renamed->second;
          if (builder.findComputed(name))
            return rewriteComputed(name);
          return lookup(name);
        }));
  }

  /// A computed index is renamed when what it is computed from changed.
  IndexExpr rewriteComputed(StringRef name) {
    const ComputedIndex old = *builder.findComputed(name);
    Element value = rewrite(old.value);
    IndexExpr bound = rewriteIndex(old.bound);
    IndexExpr result = value == old.value
                           ? IndexExpr::symbol(name)
                           : builder.computedIndex(value, bound, old.faults);
    fresh.try_emplace(name, result);
    return result;
  }

  Element rewriteLoad(const ElementNode &node) {
    llvm::SmallVector<IndexExpr> indices;
    for (const IndexExpr &index : node.indices)
      indices.push_back(rewriteIndex(index));
    if (Element produced = producer(node.tensor, indices))
      return produced;
    return builder.load(node.tensor, indices);
  }

  Element rewriteReduce(const ElementNode &node) {
    llvm::SmallVector<IndexVariable> variables;
    for (const IndexVariable &old : node.variables) {
      // Two reductions may share a variable, and with it parts of their bodies.
      auto renamed = fresh.find(old.name);
      if (renamed != fresh.end()) {
        variables.push_back(
            *builder.findVariable(*renamed->second.symbolName()));
        continue;
      }
      variables.push_back(builder.variable(rewriteIndex(old.extent)));
      fresh.try_emplace(old.name, variables.back().expr());
    }
    Element body = rewrite(node.operands[0]);
    return builder.reduce(node.reduce, variables, body, node.type);
  }

  Element rewriteNode(const ElementNode &node) {
    switch (node.kind) {
    case ElementKind::Constant:
      return &node;
    case ElementKind::Index:
      return builder.index(rewriteIndex(node.indices[0]), node.type);
    case ElementKind::Load:
      return rewriteLoad(node);
    case ElementKind::Reduce:
      return rewriteReduce(node);
    case ElementKind::Guard: {
      llvm::SmallVector<IndexBound> bounds;
      for (const IndexBound &bound : node.bounds)
        bounds.push_back(
            {rewriteIndex(bound.value), rewriteIndex(bound.bound)});
      Element inside = rewrite(node.operands[0]);
      return builder.guard(bounds, inside, rewrite(node.operands[1]));
    }
    case ElementKind::Apply: {
      llvm::SmallVector<Element> operands;
      for (Element operand : node.operands)
        operands.push_back(rewrite(operand));
      if (node.fn == ScalarFn::Cast)
        return builder.cast(operands[0], node.type);
      return builder.apply(node.fn, operands);
    }
    }
    return nullptr;
  }

  ElementBuilder &builder;
  IndexLookup lookup;
  Producer producer;
  llvm::DenseMap<Element, Element> done;
  llvm::StringMap<IndexExpr> fresh;
};

} // namespace

Element ElementBuilder::rewrite(Element element, IndexLookup lookup,
                                Producer producer) {
  return Rewriter(*this, lookup, producer).rewrite(element);
}

} // namespace tenon

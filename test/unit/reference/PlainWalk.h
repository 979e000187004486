// SPDX-License-Identifier: Apache-2.0
// An Element evaluated by walking it, one node after the other: nothing is
// compiled, shared or computed side by side. The judge of the lane programs.
#ifndef TENON_TEST_UNIT_REFERENCE_PLAINWALK_H
#define TENON_TEST_UNIT_REFERENCE_PLAINWALK_H

#include "compiler/reference/ScalarKernels.h"
#include "compiler/reference/Tensor.h"
#include <cmath>

namespace tenon::reference {

class PlainWalk {
public:
  using Operand = std::function<const Tensor &(mlir::Value)>;
  PlainWalk(const ElementBuilder &builder, Operand operand)
      : builder(builder), operand(std::move(operand)) {}

  /// The value of `element`, not yet rounded. Sets `outside` where an index
  /// leaves its tensor.
  Number walk(Element element) {
    ScalarType type = *ScalarType::of(element->type);
    switch (element->kind) {
    case ElementKind::Constant:
      if (type.isReal())
        return {true, type.round(element->number.real), 0};
      return {false, 0, type.wrap(element->number.integer)};
    case ElementKind::Index:
      return {false, 0, type.wrap(evaluate(element->indices[0]))};
    case ElementKind::Load:
      return load(element);
    case ElementKind::Apply:
      return apply(element, type);
    case ElementKind::Guard:
      return walk(element->operands[holds(element) ? 0 : 1]);
    case ElementKind::Reduce:
      folding.push_back({element, {}, 0, false, {}});
      reduce(0);
      return finish();
    }
    return {};
  }

  bool outside = false;

private:
  struct Fold {
    Element element;
    Number result;
    int64_t count;
    bool any;
    Number best;
  };

  int64_t evaluate(const IndexExpr &expr) {
    std::optional<int64_t> value =
        expr.evaluate([&](llvm::StringRef name) -> std::optional<int64_t> {
          auto found = variables.find(name);
          if (found != variables.end())
            return found->second;
          const ComputedIndex *computed = builder.findComputed(name);
          if (!computed)
            return std::nullopt;
          int64_t at = walk(computed->value).integer;
          int64_t bound = evaluate(computed->bound);
          outside |= computed->faults && (at < 0 || at >= bound);
          return std::max<int64_t>(0, std::min(at, bound - 1));
        });
    outside |= !value;
    return value.value_or(0);
  }

  bool holds(Element guard) {
    return llvm::all_of(guard->bounds, [&](const IndexBound &bound) {
      int64_t value = evaluate(bound.value);
      return value >= 0 && value < evaluate(bound.bound);
    });
  }

  Number load(Element element) {
    const Tensor &tensor = operand(element->tensor);
    int64_t position = 0;
    for (auto [index, size] : llvm::zip(element->indices, tensor.shape())) {
      int64_t at = evaluate(index);
      if (at < 0 || at >= size) {
        outside = true;
        return {tensor.isReal(), 0, 0};
      }
      position = position * size + at;
    }
    return tensor.at(position);
  }

  Number apply(Element element, ScalarType type) {
    LaneValues values[3];
    Number numbers[3];
    for (auto [i, part] : llvm::enumerate(element->operands)) {
      numbers[i] = walk(part);
      if (numbers[i].isFloat)
        values[i].reals = &numbers[i].real;
      else
        values[i].integers = &numbers[i].integer;
    }
    ScalarType from = *ScalarType::of(element->operands.back()->type);
    bool widens = element->fn == ScalarFn::Cast && from.isReal() &&
                  type.isReal() && type.bits > from.bits;
    if (widens)
      return numbers[0];
    uint64_t word = 0;
    KernelTypes types{from, type};
    findKernel(element->fn, types)({values, element->operands.size()}, &word, 1,
                                   types);
    Number result{type.isReal(), 0, 0};
    std::memcpy(result.isFloat ? static_cast<void *>(&result.real)
                               : &result.integer,
                &word, sizeof(word));
    return result;
  }

  void reduce(size_t depth) {
    Element element = folding.back().element;
    if (depth == element->variables.size()) {
      fold(walk(element->operands[0]));
      return;
    }
    const IndexVariable &variable = element->variables[depth];
    int64_t extent = evaluate(variable.extent);
    for (int64_t i = 0; i < extent; ++i) {
      variables[variable.name] = i;
      reduce(depth + 1);
    }
    variables.erase(variable.name);
  }

  /// Whether `a` comes before `b` in an arg reduction; NaN before everything.
  bool beats(const Number &a, const Number &b, bool greatest) {
    Element body = folding.back().element->operands[0];
    if (body->type.isUnsignedInteger()) {
      auto x = uint64_t(a.integer), y = uint64_t(b.integer);
      return greatest ? x > y : x < y;
    }
    if (!a.isFloat)
      return greatest ? a.integer > b.integer : a.integer < b.integer;
    if (std::isnan(a.real) || std::isnan(b.real))
      return std::isnan(a.real) && !std::isnan(b.real);
    return greatest ? a.real > b.real : a.real < b.real;
  }

  void fold(Number next) {
    Fold &it = folding.back();
    ReduceKind kind = it.element->reduce;
    bool greatest = kind == ReduceKind::Max || kind == ReduceKind::ArgMax ||
                    kind == ReduceKind::ArgMaxLast;
    bool last =
        kind == ReduceKind::ArgMaxLast || kind == ReduceKind::ArgMinLast;
    if (kind == ReduceKind::Sum || kind == ReduceKind::Product) {
      bool sum = kind == ReduceKind::Sum;
      if (!it.any)
        it.result = {next.isFloat, sum ? 0.0 : 1.0, sum ? 0 : 1};
      it.result.real =
          sum ? it.result.real + next.real : it.result.real * next.real;
      it.result.integer = sum ? it.result.integer + next.integer
                              : it.result.integer * next.integer;
    } else if (!it.any || beats(next, it.best, greatest) ||
               (last && !beats(it.best, next, greatest))) {
      it.best = next;
      it.result =
          kind >= ReduceKind::ArgMax ? Number{false, 0, it.count} : next;
    }
    it.any = true;
    ++it.count;
  }

  Number finish() {
    Fold it = folding.back();
    folding.pop_back();
    ScalarType type = *ScalarType::of(it.element->type);
    if (!it.any)
      it.result = {type.isReal(), 0, 0};
    if (!it.any && it.element->reduce == ReduceKind::Product)
      it.result = {type.isReal(), 1, 1};
    if (!it.any && it.element->reduce == ReduceKind::Max)
      it.result = {type.isReal(), -INFINITY, type.least()};
    if (!it.any && it.element->reduce == ReduceKind::Min)
      it.result = {type.isReal(), INFINITY, type.greatest()};
    if (!it.result.isFloat)
      it.result.integer = type.wrap(it.result.integer);
    return it.result;
  }

  const ElementBuilder &builder;
  Operand operand;
  llvm::StringMap<int64_t> variables;
  std::vector<Fold> folding;
};

} // namespace tenon::reference

#endif // TENON_TEST_UNIT_REFERENCE_PLAINWALK_H

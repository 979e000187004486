// SPDX-License-Identifier: Apache-2.0
// Size expressions as values of a launch list.
#include "compiler/plan/ValueTable.h"

namespace tenon {

void ValueTable::addSymbol(format::Symbol symbol) {
  symbols.emplace(symbol.name,
                  static_cast<format::SymbolId>(program.symbols.size()));
  program.symbols.push_back(std::move(symbol));
}

format::ValueId ValueTable::push(format::Value value) {
  program.values.push_back(value);
  return program.values.size() - 1;
}

format::ValueId ValueTable::atom(const IndexAtom &leaf) {
  if (leaf.kind == IndexAtomKind::Symbol) {
    auto found = symbols.find(leaf.name);
    if (found == symbols.end()) { // a symbol that no input declares
      addSymbol({leaf.name, 0, format::kUnbounded, 1});
      found = symbols.find(leaf.name);
    }
    return push({format::ValueOp::symbol, found->second, 0, 0});
  }
  format::ValueId a = value(leaf.lhs), b = value(leaf.rhs);
  format::ValueOp op = leaf.kind == IndexAtomKind::FloorDiv
                           ? format::ValueOp::floorDiv
                       : leaf.kind == IndexAtomKind::Min ? format::ValueOp::min
                                                         : format::ValueOp::max;
  return push({op, a, b, 0});
}

format::ValueId ValueTable::value(const IndexExpr &expr) {
  auto found = known.find(expr);
  if (found != known.end())
    return found->second;
  auto constant = [&](int64_t number) {
    if (number == 0 && expr.isConstant(0)) // the key of plain zero itself
      return push({format::ValueOp::constant, 0, 0, 0});
    return IndexExpr(number) == expr
               ? push({format::ValueOp::constant, 0, 0, number})
               : value(IndexExpr(number));
  };
  std::optional<format::ValueId> sum;
  for (const IndexTerm &term : expr.terms()) {
    std::optional<format::ValueId> product;
    for (const IndexAtomRef &factor : term.factors) {
      IndexExpr alone = IndexExpr::fromAtom(factor);
      format::ValueId next = alone == expr ? atom(*factor) : value(alone);
      product =
          product ? push({format::ValueOp::mul, *product, next, 0}) : next;
    }
    if (!product)
      product = constant(term.coefficient);
    else if (term.coefficient != 1)
      product =
          push({format::ValueOp::mul, *product, constant(term.coefficient), 0});
    sum = sum ? push({format::ValueOp::add, *sum, *product, 0}) : *product;
  }
  if (!sum)
    sum = constant(0);
  known[expr] = *sum;
  return *sum;
}

} // namespace tenon

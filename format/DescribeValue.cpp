// SPDX-License-Identifier: Apache-2.0
//
// A value as a formula that people read in shapes and error texts.
#include "format/ValueProgram.h"

#include <optional>

namespace tenon::format {

namespace {

/// How tightly a formula's outermost operator binds; higher is tighter.
enum Binding : int { kSum = 1, kProduct = 2, kAtom = 3 };

struct Formula {
  std::string text;
  Binding binding;
};

struct Spelling {
  const char *before; // "min(", or "" for an operator between operands
  const char *between;
  const char *after;
  Binding binding;
  Binding left; // least binding an operand may have without parentheses
  Binding right;
};

Spelling spell(ValueOp op) {
  switch (op) {
  case ValueOp::add:
    return {"", "+", "", kSum, kSum, kSum};
  case ValueOp::sub:
    return {"", "-", "", kSum, kSum, kProduct};
  case ValueOp::mul:
    return {"", "*", "", kProduct, kProduct, kAtom};
  case ValueOp::floorDiv:
    return {"", "/", "", kProduct, kProduct, kAtom};
  case ValueOp::ceilDiv:
    return {"ceil(", "/", ")", kAtom, kProduct, kAtom};
  case ValueOp::mod:
    return {"", "%", "", kProduct, kProduct, kAtom};
  case ValueOp::min:
    return {"min(", ",", ")", kAtom, kSum, kSum};
  case ValueOp::max:
    return {"max(", ",", ")", kAtom, kSum, kSum};
  case ValueOp::constant:
  case ValueOp::symbol:
    break;
  }
  return {"", "?", "", kSum, kSum, kSum};
}

std::string wrap(const Formula &formula, Binding least) {
  return formula.binding < least ? "(" + formula.text + ")" : formula.text;
}

/// Nothing when the formula has more than `limit` characters or operations.
/// The limit also bounds the recursion: each level spends one.
std::optional<Formula> describe(const Program &program, ValueId id,
                                size_t &limit) {
  if (limit == 0)
    return std::nullopt;
  --limit;
  const Value &value = program.values[id];
  if (value.op == ValueOp::constant)
    return Formula{std::to_string(value.constant),
                   value.constant < 0 ? kSum : kAtom};
  if (value.op == ValueOp::symbol)
    return Formula{program.symbols[value.a].name, kAtom};
  std::optional<Formula> left = describe(program, value.a, limit);
  std::optional<Formula> right = describe(program, value.b, limit);
  if (!left || !right)
    return std::nullopt;
  Spelling spelling = spell(value.op);
  return Formula{spelling.before + wrap(*left, spelling.left) +
                     spelling.between + wrap(*right, spelling.right) +
                     spelling.after,
                 spelling.binding};
}

} // namespace

std::string describeValue(const Program &program, ValueId id, size_t limit) {
  size_t budget = limit;
  std::optional<Formula> formula = describe(program, id, budget);
  if (!formula || formula->text.size() > limit)
    return "v" + std::to_string(id);
  return formula->text;
}

} // namespace tenon::format

// SPDX-License-Identifier: Apache-2.0
// Evaluates Elements over exact fractions of size expressions.
#include "compiler/ir/graph/SmallValues.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/ir/graph/Graph.h"
#include "compiler/ir/graph/GraphBuilder.h"
#include <cmath>

using namespace mlir;
using llvm::ArrayRef;
using llvm::StringRef;

namespace tenon {

std::optional<double> SmallNumber::constant() const {
  if (real)
    return real;
  if (std::optional<int64_t> value = numerator.constant())
    return static_cast<double>(*value) / static_cast<double>(denominator);
  return std::nullopt;
}

std::optional<IndexExpr> SmallNumber::integer() const {
  if (real || denominator != 1 || !numerator.isValid())
    return std::nullopt;
  return numerator;
}

namespace {

using Maybe = std::optional<SmallNumber>;

SmallNumber whole(const IndexExpr &value) { return {value, 1, {}}; }

/// A double as a fraction when its denominator is a small power of two.
SmallNumber fraction(double value) {
  constexpr int64_t kMaxDenominator = 1 << 20;
  for (int64_t d = 1; d <= kMaxDenominator; d *= 2) {
    double scaled = value * static_cast<double>(d);
    if (std::abs(scaled) < 0x1p53 && scaled == std::floor(scaled))
      return {IndexExpr(static_cast<int64_t>(scaled)), d, {}};
  }
  return {{}, 1, value};
}

class Evaluator {
public:
  explicit Evaluator(ModuleOp module) : module(module) {}

  Maybe at(Value tensor, ArrayRef<int64_t> index);

private:
  using Bindings = llvm::StringMap<int64_t>;

  Maybe evaluate(Element element, const Bindings &bound);
  Maybe apply(Element element, const Bindings &bound);
  Maybe reduce(Element element, const Bindings &bound);
  std::optional<IndexExpr> place(const IndexExpr &index, const Bindings &bound);

  // Bounds hostile graphs: work is counted over the whole evaluation.
  static constexpr int64_t kMaxSteps = 1 << 18;
  static constexpr int kMaxDepth = 256;
  int64_t steps = 0;
  int depth = 0;
  ModuleOp module;
  ElementBuilder *builder = nullptr;
};

Maybe Evaluator::at(Value tensor, ArrayRef<int64_t> index) {
  Operation *op = tensor.getDefiningOp();
  if (!op || depth > kMaxDepth)
    return std::nullopt;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    std::optional<Number> number = constantElement(constant, index);
    if (!number)
      return std::nullopt;
    return number->isFloat ? fraction(number->real)
                           : whole(IndexExpr(number->integer));
  }
  auto body = dyn_cast<TensorBody>(op);
  if (!body || body.sequentialAxis())
    return std::nullopt;
  ElementBuilder local(
      [&](StringRef name) { return symbolRange(module, name); });
  llvm::SmallVector<IndexExpr> position(index.begin(), index.end());
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  Element element = body.element(local, result, position);
  ElementBuilder *outer = builder;
  builder = &local;
  ++depth;
  Maybe value = evaluate(element, {});
  --depth;
  builder = outer;
  return value;
}

/// Replaces bound variables and computed indices by their values.
std::optional<IndexExpr> Evaluator::place(const IndexExpr &index,
                                          const Bindings &bound) {
  bool known = true;
  IndexExpr result =
      index.substitute([&](StringRef name) -> std::optional<IndexExpr> {
        auto found = bound.find(name);
        if (found != bound.end())
          return IndexExpr(found->second);
        if (const ComputedIndex *computed = builder->findComputed(name)) {
          Maybe value = evaluate(computed->value, bound);
          std::optional<IndexExpr> number =
              value ? value->integer() : std::nullopt;
          known &= number.has_value();
          return number;
        }
        return std::nullopt;
      });
  if (!known)
    return std::nullopt;
  return builder->simplify(result);
}

Maybe Evaluator::evaluate(Element element, const Bindings &bound) {
  if (++steps > kMaxSteps)
    return std::nullopt;
  switch (element->kind) {
  case ElementKind::Constant:
    return element->number.isFloat ? fraction(element->number.real)
                                   : whole(element->number.integer);
  case ElementKind::Index: {
    std::optional<IndexExpr> value = place(element->indices[0], bound);
    return value ? Maybe(whole(*value)) : std::nullopt;
  }
  case ElementKind::Load: {
    llvm::SmallVector<int64_t> index;
    Sizes sizes = sizesOf(element->tensor);
    for (auto [i, expr] : llvm::enumerate(element->indices)) {
      std::optional<IndexExpr> value = place(expr, bound);
      std::optional<int64_t> known = value ? value->constant() : std::nullopt;
      std::optional<int64_t> size = sizes[i].constant();
      if (!known || *known < 0 || (size && *known >= *size))
        return std::nullopt;
      index.push_back(*known);
    }
    return at(element->tensor, index);
  }
  case ElementKind::Guard: {
    for (const IndexBound &b : element->bounds) {
      std::optional<IndexExpr> value = place(b.value, bound);
      std::optional<IndexExpr> limit = place(b.bound, bound);
      if (!value || !limit)
        return std::nullopt;
      auto ranges = [&](StringRef name) { return symbolRange(module, name); };
      if (value->isNonNegative(ranges) &&
          (*limit - 1 - *value).isNonNegative(ranges))
        continue;
      if ((IndexExpr(-1) - *value).isNonNegative(ranges) ||
          (*value - *limit).isNonNegative(ranges))
        return evaluate(element->operands[1], bound);
      return std::nullopt;
    }
    return evaluate(element->operands[0], bound);
  }
  case ElementKind::Apply:
    return apply(element, bound);
  case ElementKind::Reduce:
    return reduce(element, bound);
  }
  return std::nullopt;
}

/// floor of a fraction; whole numbers pass through.
std::optional<IndexExpr> floorOf(const SmallNumber &x) {
  if (x.real) {
    double floored = std::floor(*x.real);
    if (std::abs(floored) >= 0x1p53)
      return std::nullopt;
    return IndexExpr(static_cast<int64_t>(floored));
  }
  return IndexExpr::floorDiv(x.numerator, x.denominator);
}

Maybe addition(const SmallNumber &a, const SmallNumber &b, int64_t sign) {
  if (a.real || b.real) {
    auto x = a.constant(), y = b.constant();
    return x && y ? Maybe(fraction(*x + static_cast<double>(sign) * *y))
                  : std::nullopt;
  }
  return SmallNumber{a.numerator * b.denominator +
                         b.numerator * a.denominator * sign,
                     a.denominator * b.denominator,
                     {}};
}

Maybe normalize(Maybe number) {
  if (!number || number->real || number->denominator == 1)
    return number;
  // Divide out what the denominator shares with every term.
  IndexExpr quotient =
      IndexExpr::floorDiv(number->numerator, number->denominator);
  if (quotient * number->denominator == number->numerator)
    return whole(quotient);
  constexpr int64_t kMaxDenominator = int64_t(1) << 40;
  return number->denominator > kMaxDenominator ? std::nullopt : number;
}

Maybe multiply(const SmallNumber &a, const SmallNumber &b) {
  if (a.real || b.real) {
    auto x = a.constant(), y = b.constant();
    return x && y ? Maybe(fraction(*x * *y)) : std::nullopt;
  }
  return normalize(SmallNumber{
      a.numerator * b.numerator, a.denominator * b.denominator, {}});
}

Maybe divide(const SmallNumber &a, const SmallNumber &b, bool integers) {
  if (integers) { // truncation; sizes are not negative
    auto x = a.integer(), y = b.integer();
    if (!x || !y || y->isConstant(0))
      return std::nullopt;
    auto cx = x->constant(), cy = y->constant();
    if (cx && cy)
      return whole(IndexExpr(*cx / *cy));
    return whole(IndexExpr::floorDiv(*x, *y));
  }
  auto y = b.constant();
  if (!y || *y == 0)
    return std::nullopt;
  if (!a.real && !b.real) {
    int64_t divisor = *b.numerator.constant();
    int64_t sign = divisor < 0 ? -1 : 1;
    return normalize(SmallNumber{a.numerator * (b.denominator * sign),
                                 a.denominator * divisor * sign,
                                 {}});
  }
  auto x = a.constant();
  return x ? Maybe(fraction(*x / *y)) : std::nullopt;
}

/// Functions of one operand.
Maybe applyUnary(ScalarFn fn, const SmallNumber &x, bool toInteger) {
  switch (fn) {
  case ScalarFn::Neg:
    return multiply(x, whole(-1));
  case ScalarFn::Cast:
    if (!toInteger)
      return x;
    [[fallthrough]]; // truncation; sizes are not negative
  case ScalarFn::Trunc:
    if (auto known = x.constant())
      return fraction(std::trunc(*known));
    [[fallthrough]];
  case ScalarFn::Floor: {
    auto value = floorOf(x);
    return value ? Maybe(whole(*value)) : std::nullopt;
  }
  case ScalarFn::Ceil: {
    auto negated = multiply(x, whole(-1));
    auto value = negated ? floorOf(*negated) : std::nullopt;
    return value ? Maybe(whole(IndexExpr(0) - *value)) : std::nullopt;
  }
  default:
    break;
  }
  auto known = x.constant();
  if (!known)
    return std::nullopt;
  switch (fn) {
  case ScalarFn::Abs:
    return fraction(std::abs(*known));
  case ScalarFn::Sqrt:
    return fraction(std::sqrt(*known));
  case ScalarFn::Exp:
    return fraction(std::exp(*known));
  case ScalarFn::Log:
    return fraction(std::log(*known));
  case ScalarFn::Reciprocal:
    return fraction(1 / *known);
  case ScalarFn::Round:
    return fraction(std::nearbyint(*known));
  case ScalarFn::Not:
    return whole(*known == 0 ? 1 : 0);
  default:
    return std::nullopt;
  }
}

/// Comparisons and choices that need both values known, or a constant
/// difference.
Maybe compare(ScalarFn fn, const SmallNumber &a, const SmallNumber &b) {
  Maybe difference = addition(a, b, -1);
  std::optional<double> d = difference ? difference->constant() : std::nullopt;
  if (!d)
    return std::nullopt;
  switch (fn) {
  case ScalarFn::Equal:
    return whole(*d == 0);
  case ScalarFn::NotEqual:
    return whole(*d != 0);
  case ScalarFn::Less:
    return whole(*d < 0);
  case ScalarFn::LessEqual:
    return whole(*d <= 0);
  case ScalarFn::Greater:
    return whole(*d > 0);
  case ScalarFn::GreaterEqual:
    return whole(*d >= 0);
  default:
    return std::nullopt;
  }
}

/// Functions that need known values and have no symbolic form.
Maybe applyKnown(ScalarFn fn, double x, double y, bool integers) {
  auto logical = [&](bool value) { return Maybe(whole(value)); };
  switch (fn) {
  case ScalarFn::Pow:
    return fraction(std::pow(x, y));
  case ScalarFn::Fmod:
    return y == 0 ? std::nullopt : Maybe(fraction(std::fmod(x, y)));
  case ScalarFn::And:
    return integers ? std::nullopt : logical(x != 0 && y != 0);
  case ScalarFn::Or:
    return integers ? std::nullopt : logical(x != 0 || y != 0);
  case ScalarFn::Xor:
    return integers ? std::nullopt : logical((x != 0) != (y != 0));
  default:
    return std::nullopt;
  }
}

Maybe applyBinary(ScalarFn fn, const SmallNumber &a, const SmallNumber &b,
                  Type type) {
  bool integers = isa<IntegerType>(type);
  auto x = a.integer(), y = b.integer();
  switch (fn) {
  case ScalarFn::Add:
    return normalize(addition(a, b, 1));
  case ScalarFn::Sub:
    return normalize(addition(a, b, -1));
  case ScalarFn::Mul:
    return multiply(a, b);
  case ScalarFn::Div:
    return divide(a, b, integers);
  case ScalarFn::Mod:
    if (x && y && !y->isConstant(0))
      return whole(IndexExpr::mod(*x, *y));
    return std::nullopt;
  case ScalarFn::Min:
    return x && y ? Maybe(whole(IndexExpr::min(*x, *y))) : std::nullopt;
  case ScalarFn::Max:
    return x && y ? Maybe(whole(IndexExpr::max(*x, *y))) : std::nullopt;
  default:
    break;
  }
  if (Maybe result = compare(fn, a, b))
    return result;
  auto p = a.constant(), q = b.constant();
  if (!p || !q)
    return std::nullopt;
  return applyKnown(fn, *p, *q, integers && !type.isInteger(1));
}

Maybe Evaluator::apply(Element element, const Bindings &bound) {
  if (element->fn == ScalarFn::Select) {
    Maybe condition = evaluate(element->operands[0], bound);
    auto known = condition ? condition->constant() : std::nullopt;
    if (!known)
      return std::nullopt;
    return evaluate(element->operands[*known != 0 ? 1 : 2], bound);
  }
  Maybe a = evaluate(element->operands[0], bound);
  if (!a)
    return std::nullopt;
  if (element->operands.size() == 1) {
    bool toInteger = isa<IntegerType>(element->type);
    if (element->fn == ScalarFn::Cast && element->type.isInteger(1)) {
      auto known = a->constant();
      return known ? Maybe(whole(*known != 0)) : std::nullopt;
    }
    return applyUnary(element->fn, *a, toInteger);
  }
  Maybe b = evaluate(element->operands[1], bound);
  if (!b)
    return std::nullopt;
  return applyBinary(element->fn, *a, *b, element->operands[0]->type);
}

Maybe Evaluator::reduce(Element element, const Bindings &bound) {
  int64_t total = 1;
  llvm::SmallVector<int64_t> extents;
  for (const IndexVariable &variable : element->variables) {
    std::optional<IndexExpr> extent = place(variable.extent, bound);
    std::optional<int64_t> known = extent ? extent->constant() : std::nullopt;
    if (!known || *known < 1 || *known > kMaxSteps || total > kMaxSteps)
      return std::nullopt;
    extents.push_back(*known);
    total *= *known;
  }
  static constexpr ScalarFn kFolds[] = {ScalarFn::Add, ScalarFn::Mul,
                                        ScalarFn::Max, ScalarFn::Min};
  auto kind = static_cast<size_t>(element->reduce);
  if (kind >= std::size(kFolds) || total > kMaxSteps)
    return std::nullopt;
  Maybe result;
  for (int64_t i = 0; i < total; ++i) {
    Bindings inner = bound;
    int64_t rest = i;
    for (size_t k = extents.size(); k-- > 0; rest /= extents[k])
      inner[element->variables[k].name] = rest % extents[k];
    Maybe value = evaluate(element->operands[0], inner);
    if (!value)
      return std::nullopt;
    result = i == 0 ? value
                    : applyBinary(kFolds[kind], *result, *value, element->type);
    if (!result)
      return std::nullopt;
  }
  return result;
}

/// Calls `use` with each element; false when one is unknown.
bool forEachElement(Value tensor, int64_t limit,
                    llvm::function_ref<bool(const SmallNumber &)> use) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  Operation *op = tensor.getDefiningOp();
  if (!type || !op || !type.hasStaticShape() || type.getNumElements() > limit)
    return false;
  Evaluator evaluator(op->getParentOfType<ModuleOp>());
  llvm::ArrayRef<int64_t> shape = type.getShape();
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    llvm::SmallVector<int64_t> index(shape.size());
    int64_t rest = i;
    for (size_t k = shape.size(); k-- > 0; rest /= shape[k])
      index[k] = rest % shape[k];
    Maybe value = evaluator.at(tensor, index);
    if (!value || !use(*value))
      return false;
  }
  return true;
}

} // namespace

std::optional<Sizes> integersOf(Value tensor, int64_t limit) {
  Sizes result;
  bool known = forEachElement(tensor, limit, [&](const SmallNumber &number) {
    std::optional<IndexExpr> value = number.integer();
    if (value)
      result.push_back(*value);
    return value.has_value();
  });
  return known ? std::optional<Sizes>(result) : std::nullopt;
}

std::optional<llvm::SmallVector<double>> numbersOf(Value tensor,
                                                   int64_t limit) {
  llvm::SmallVector<double> result;
  bool known = forEachElement(tensor, limit, [&](const SmallNumber &number) {
    std::optional<double> value = number.constant();
    if (value)
      result.push_back(*value);
    return value.has_value();
  });
  if (!known)
    return std::nullopt;
  return result;
}

} // namespace tenon

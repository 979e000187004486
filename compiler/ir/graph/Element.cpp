// SPDX-License-Identifier: Apache-2.0
// Making and simplifying Elements. Rewriting (fusion's substitution) is in
// ElementRewrite.cpp, printing in ElementText.cpp.
#include "compiler/ir/graph/Element.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using llvm::ArrayRef;
using llvm::StringRef;

namespace tenon {

ElementBuilder::ElementBuilder(std::function<SymbolRange(StringRef)> sizeRange)
    : sizeRange(std::move(sizeRange)),
      facts([this](StringRef symbol) { return range(symbol); }) {}

Element ElementBuilder::make(ElementNode node) {
  nodes.push_back(std::move(node));
  return &nodes.back();
}

//===--- Indices ----------------------------------------------------------===//

IndexVariable ElementBuilder::variable(const IndexExpr &extent) {
  std::string name = "%" + std::to_string(variables.size());
  IndexVariable result{name, extent};
  variables[name] = result;
  return result;
}

IndexExpr ElementBuilder::computedIndex(Element value, const IndexExpr &bound,
                                        bool faults) {
  if (value->kind == ElementKind::Constant && !value->number.isFloat) {
    IndexExpr known(value->number.integer);
    if (isNonNegative(known) && isNonNegative(bound - 1 - known))
      return known;
  }
  std::string name = "%c" + std::to_string(computed.size());
  computed[name] = {value, bound, faults};
  return IndexExpr::symbol(name);
}

const ComputedIndex *ElementBuilder::findComputed(StringRef name) const {
  auto found = computed.find(name);
  return found == computed.end() ? nullptr : &found->second;
}

const IndexVariable *ElementBuilder::findVariable(StringRef name) const {
  auto found = variables.find(name);
  return found == variables.end() ? nullptr : &found->second;
}

SymbolRange ElementBuilder::range(StringRef symbol) const {
  SymbolRange result;
  if (const IndexVariable *loop = findVariable(symbol))
    result.extent = loop->extent;
  else if (const ComputedIndex *index = findComputed(symbol))
    result.extent = index->bound;
  else if (sizeRange)
    result = sizeRange(symbol);
  return result;
}

IndexExpr ElementBuilder::floorDiv(const IndexExpr &a,
                                   const IndexExpr &b) const {
  return simplify(IndexExpr::floorDiv(a, b));
}

IndexExpr ElementBuilder::mod(const IndexExpr &a, const IndexExpr &b) const {
  return a - b * floorDiv(a, b);
}

IndexExpr ElementBuilder::linearize(ArrayRef<IndexExpr> index,
                                    ArrayRef<IndexExpr> sizes) {
  IndexExpr linear;
  for (auto [position, size] : llvm::zip(index, sizes))
    linear = linear * size + position;
  return linear;
}

llvm::SmallVector<IndexExpr>
ElementBuilder::delinearize(const IndexExpr &linear,
                            ArrayRef<IndexExpr> sizes) {
  llvm::SmallVector<IndexExpr> index(sizes.size());
  // From the outermost: divide by the stride, keep the remainder. Size-one
  // dimensions have index 0 and would only confuse the divisions.
  llvm::SmallVector<IndexExpr> strides(sizes.size(), IndexExpr(1));
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * sizes[i];
  IndexExpr rest = linear;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i].isConstant(1))
      continue;
    index[i] = floorDiv(rest, strides[i]);
    rest = rest - index[i] * strides[i];
  }
  return index;
}

//===--- Elements ---------------------------------------------------------===//

Element ElementBuilder::real(double value, Type type) {
  ElementNode node{ElementKind::Constant, type};
  node.number = {true, value, 0};
  return make(std::move(node));
}

Element ElementBuilder::integer(int64_t value, Type type) {
  ElementNode node{ElementKind::Constant, type};
  node.number = {false, 0, value};
  return make(std::move(node));
}

Element ElementBuilder::literal(double value, Type type) {
  return isa<FloatType>(type) ? real(value, type)
                              : integer(static_cast<int64_t>(value), type);
}

Element ElementBuilder::index(const IndexExpr &value, Type integerType) {
  IndexExpr simple = simplify(value);
  if (std::optional<int64_t> known = simple.constant())
    return integer(*known, integerType);
  ElementNode node{ElementKind::Index, integerType};
  node.indices.push_back(simple);
  return make(std::move(node));
}

Element ElementBuilder::load(Value tensor, ArrayRef<IndexExpr> indices) {
  auto type = cast<RankedTensorType>(tensor.getType());
  assert(static_cast<size_t>(type.getRank()) == indices.size() &&
         "one index per dimension");
  ElementNode node{ElementKind::Load, type.getElementType()};
  node.tensor = tensor;
  for (const IndexExpr &index : indices)
    node.indices.push_back(simplify(index));
  return make(std::move(node));
}

Element ElementBuilder::apply(ScalarFn fn, ArrayRef<Element> operands) {
  assert(operands.size() == numOperands(fn) && "arity of a scalar function");
  Type type = fn == ScalarFn::Select ? operands[1]->type : operands[0]->type;
  if (resultIsBool(fn))
    type = IntegerType::get(type.getContext(), 1);
  ElementNode node{ElementKind::Apply, type};
  node.fn = fn;
  node.operands.append(operands.begin(), operands.end());
  return make(std::move(node));
}

Element ElementBuilder::cast(Element value, Type type) {
  if (value->type == type)
    return value;
  ElementNode node{ElementKind::Apply, type};
  node.fn = ScalarFn::Cast;
  node.operands.push_back(value);
  return make(std::move(node));
}

Element ElementBuilder::select(Element condition, Element ifTrue,
                               Element ifFalse) {
  return apply(ScalarFn::Select, {condition, ifTrue, ifFalse});
}

Element ElementBuilder::guard(ArrayRef<IndexBound> bounds, Element inside,
                              Element outside) {
  ElementNode node{ElementKind::Guard, inside->type};
  for (const IndexBound &bound : bounds) {
    IndexBound simple{simplify(bound.value), simplify(bound.bound)};
    if (isNonNegative(simple.value) &&
        isNonNegative(simple.bound - 1 - simple.value))
      continue;
    // Never inside: the other side, whatever the rest says.
    if (isNonNegative(IndexExpr(-1) - simple.value) ||
        isNonNegative(simple.value - simple.bound))
      return outside;
    node.bounds.push_back(std::move(simple));
  }
  if (node.bounds.empty())
    return inside;
  node.operands = {inside, outside};
  return make(std::move(node));
}

Element ElementBuilder::reduce(ReduceKind kind, ArrayRef<IndexVariable> over,
                               Element body, Type argType) {
  ElementNode node{ElementKind::Reduce, argType ? argType : body->type};
  node.reduce = kind;
  node.operands.push_back(body);
  node.variables.append(over.begin(), over.end());
  return make(std::move(node));
}

Type accumulatorType(Type type) {
  if (isa<Float16Type, BFloat16Type>(type))
    return Float32Type::get(type.getContext());
  return type;
}

} // namespace tenon

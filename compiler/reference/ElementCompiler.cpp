// SPDX-License-Identifier: Apache-2.0
// Walks an Element once, kind by kind.
#include "compiler/reference/ElementCompiler.h"
#include "compiler/reference/IndexCompiler.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using llvm::StringRef;

namespace tenon::reference {

namespace {

class ElementCompiler {
public:
  ElementCompiler(TensorBody op, const ElementBuilder &builder,
                  const SymbolBindings &bindings, Program &program)
      : op(op), builder(builder), program(program),
        index(builder, bindings, program) {}

  llvm::Error compile(Element root, llvm::ArrayRef<IndexVariable> variables,
                      llvm::ArrayRef<IndexExpr> sizes);

private:
  RegisterId compile(Element element);
  RegisterId compileNode(const ElementNode &node);
  RegisterId compileConstant(const ElementNode &node);
  RegisterId compileIndex(const ElementNode &node);
  RegisterId compileLoad(const ElementNode &node);
  RegisterId compileApply(const ElementNode &node);
  RegisterId compileGuard(const ElementNode &node);
  RegisterId compileReduce(const ElementNode &node);
  RegisterId compileComputed(StringRef name);
  void openLoops(const ElementNode &node, Reduce &reduce);
  /// Takes guards that add nothing outside off a reduction's body: their
  /// bounds become conditions of the loops. `outside`: the level around.
  Element peelGuards(Element body, size_t outside, Reduce &reduce);

  ScalarType scalarType(Type type);
  /// Compiles `element` in a block of its own.
  RegisterId compileBlock(Element element, Code &block);
  bool isProved(const IndexExpr &value, const IndexExpr &bound) const;
  IndexSum sum(const IndexExpr &bound) {
    return index.compile(bound, scopes.back(),
                         [&](StringRef name) { return compileComputed(name); });
  }
  RegisterId sumRegister(const IndexExpr &bound) {
    return index.compileToRegister(bound, scopes.back(), [&](StringRef name) {
      return compileComputed(name);
    });
  }
  template <typename Step> RegisterId emit(Step step) {
    RegisterId result = step.result;
    scopes.back().block->push_back({std::move(step)});
    countWork();
    return result;
  }
  void countWork();

  TensorBody op;
  const ElementBuilder &builder;
  Program &program;
  IndexCompiler index;
  std::deque<BlockScope> scopes;
  llvm::SmallVector<IndexBound> assumed; // bounds of the guards around
  llvm::DenseMap<Value, unsigned> tensors;
  int64_t iterations = 1; // of the loops around
  size_t instructions = 0;
};

/// Every value of `from` is one of `to`.
bool widens(ScalarType from, ScalarType to) {
  return from.isReal() && to.isReal() && (to.bits > from.bits || to == from);
}

void ElementCompiler::countWork() {
  // Far more than an op of the IR has; a limit on what fusion may bring.
  constexpr size_t kMostInstructions = 1 << 16;
  if (llvm::AddOverflow(program.workPerElement, iterations,
                        program.workPerElement))
    program.workPerElement = INT64_MAX;
  if (++instructions > kMostInstructions)
    index.fail(InterpretErrorKind::TooLarge,
               "the op's element has too many parts");
}

ScalarType ElementCompiler::scalarType(Type type) {
  if (std::optional<ScalarType> scalar = ScalarType::of(type))
    return *scalar;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  index.fail(InterpretErrorKind::Unsupported,
             "the element type " + text + " has no reference meaning");
  return {};
}

bool ElementCompiler::isProved(const IndexExpr &value,
                               const IndexExpr &bound) const {
  if (index.provedInside(value, bound))
    return true;
  return llvm::any_of(assumed, [&](const IndexBound &known) {
    return known.value == value && index.provedNonNegative(bound - known.bound);
  });
}

RegisterId ElementCompiler::compile(Element element) {
  for (BlockScope &scope : llvm::reverse(scopes)) {
    auto found = scope.elements.find(element);
    if (found != scope.elements.end())
      return found->second;
  }
  RegisterId result = index.failed() ? 0 : compileNode(*element);
  scopes.back().elements[element] = result;
  return result;
}

RegisterId ElementCompiler::compileNode(const ElementNode &node) {
  switch (node.kind) {
  case ElementKind::Constant:
    return compileConstant(node);
  case ElementKind::Index:
    return compileIndex(node);
  case ElementKind::Load:
    return compileLoad(node);
  case ElementKind::Apply:
    return compileApply(node);
  case ElementKind::Guard:
    return compileGuard(node);
  case ElementKind::Reduce:
    return compileReduce(node);
  }
  return 0;
}

RegisterId ElementCompiler::compileConstant(const ElementNode &node) {
  ScalarType type = scalarType(node.type);
  if (type.isReal())
    return index.constant({true, type.round(node.number.real), 0});
  return index.constant({false, 0, type.wrap(node.number.integer)});
}

RegisterId ElementCompiler::compileIndex(const ElementNode &node) {
  constexpr ScalarType kIndexType{ScalarKind::Signed, 64};
  ScalarType type = scalarType(node.type);
  RegisterId value = sumRegister(index.bind(node.indices[0]));
  if (type == kIndexType)
    return value;
  KernelTypes types{kIndexType, type};
  return emit(Apply{index.newRegister(),
                    ScalarFn::Cast,
                    findKernel(ScalarFn::Cast, types),
                    types,
                    {value}});
}

RegisterId ElementCompiler::compileLoad(const ElementNode &node) {
  scalarType(node.type);
  auto [slot, added] = tensors.try_emplace(node.tensor, tensors.size());
  if (added)
    program.tensors.push_back(node.tensor);
  Load load;
  load.tensor = slot->second;
  bool isOwn = node.tensor.getDefiningOp() == op.getOperation();
  IndexExpr offset;
  for (auto [dim, size] : llvm::enumerate(sizesOf(node.tensor))) {
    IndexExpr at = index.bind(node.indices[dim]), bound = index.bind(size);
    // A recurrence may only read the steps before, which is always checked.
    bool isStep = isOwn && op.sequentialAxis() == dim;
    if (isStep || !isProved(at, bound))
      load.unproved.push_back(dim);
    load.index.push_back(sum(at));
    offset = offset * bound + at;
  }
  load.offset = sum(offset);
  load.result = index.newRegister();
  return emit(std::move(load));
}

RegisterId ElementCompiler::compileApply(const ElementNode &node) {
  Apply apply;
  apply.fn = node.fn;
  for (Element operand : node.operands)
    apply.operands.push_back(compile(operand));
  apply.types = {scalarType(node.operands.back()->type), scalarType(node.type)};
  // Between casts, values are double: only narrowing rounds.
  if (node.fn == ScalarFn::Cast &&
      widens(apply.types.operand, apply.types.result))
    return apply.operands[0];
  apply.kernel = findKernel(node.fn, apply.types);
  if (!apply.kernel) {
    std::string text;
    llvm::raw_string_ostream(text) << node.operands.back()->type;
    index.fail(InterpretErrorKind::Unsupported,
               stringifyScalarFn(node.fn) + " is not defined on " + text);
    return 0;
  }
  apply.result = index.newRegister();
  return emit(std::move(apply));
}

RegisterId ElementCompiler::compileBlock(Element element, Code &block) {
  scopes.emplace_back(&block, index.deepestLevel());
  RegisterId result = compile(element);
  scopes.pop_back();
  return result;
}

RegisterId ElementCompiler::compileGuard(const ElementNode &node) {
  Guard guard;
  guard.isReal = scalarType(node.type).isReal();
  llvm::SmallVector<IndexBound> unproved;
  for (const IndexBound &bound : node.bounds) {
    IndexExpr value = index.bind(bound.value), end = index.bind(bound.bound);
    if (isProved(value, end))
      continue;
    guard.bounds.push_back({sum(value), sum(end)});
    unproved.push_back({value, end});
  }
  if (guard.bounds.empty())
    return compile(node.operands[0]);
  size_t before = assumed.size();
  assumed.append(unproved);
  guard.insideResult = compileBlock(node.operands[0], guard.inside);
  assumed.truncate(before);
  guard.outsideResult = compileBlock(node.operands[1], guard.outside);
  guard.result = index.newRegister();
  return emit(std::move(guard));
}

/// Whether `element` is the literal that a fold of `kind` ignores.
static bool addsNothing(Element element, ReduceKind kind, ScalarType type) {
  if (element->kind != ElementKind::Constant || isArg(kind))
    return false;
  Number nothing = foldOfNothing(kind, type);
  return type.isReal() ? element->number.real == nothing.real
                       : element->number.integer == nothing.integer;
}

Element ElementCompiler::peelGuards(Element body, size_t outside,
                                    Reduce &reduce) {
  while (body->kind == ElementKind::Guard &&
         addsNothing(body->operands[1], reduce.kind, reduce.type)) {
    llvm::SmallVector<IndexBound> bounds;
    for (const IndexBound &bound : body->bounds) {
      bounds.push_back({index.bind(bound.value), index.bind(bound.bound)});
      if (!index.levelOf(bounds.back()))
        return body; // depends on data, which the body computes
    }
    for (const IndexBound &bound : bounds) {
      if (isProved(bound.value, bound.bound))
        continue;
      // Bounds that no variable of this reduction changes go to its first.
      size_t level = std::max(*index.levelOf(bound), outside + 1);
      reduce.loops[level - outside - 1].bounds.push_back(
          {sum(bound.value), sum(bound.bound)});
      assumed.push_back(bound);
    }
    body = body->operands[0];
  }
  return body;
}

/// Takes a multiplication off the end of the body, where its result is summed.
static void splitProduct(Reduce &reduce) {
  if (reduce.kind != ReduceKind::Sum || !reduce.type.isReal() ||
      reduce.body.empty())
    return;
  auto *last = std::get_if<Apply>(&reduce.body.back().step);
  ScalarKernel multiply = findKernel(ScalarFn::Mul, {reduce.type, reduce.type});
  if (!last || last->result != reduce.bodyResult || last->kernel != multiply)
    return;
  reduce.factors.emplace(last->operands[0], last->operands[1]);
  reduce.body.pop_back();
}

void ElementCompiler::openLoops(const ElementNode &node, Reduce &reduce) {
  reduce.loops.resize(node.variables.size());
  for (auto [loop, variable] : llvm::zip(reduce.loops, node.variables)) {
    IndexExpr extent = index.bind(variable.extent);
    loop.extent = sumRegister(extent);
    int64_t most = index.magnitude(extent).value_or(INT64_MAX);
    if (llvm::MulOverflow(iterations, most, iterations))
      iterations = INT64_MAX;
    index.openLevel(loop.setup);
    loop.variable = index.declareVariable(variable.name, extent);
  }
}

RegisterId ElementCompiler::compileReduce(const ElementNode &node) {
  Reduce reduce;
  reduce.kind = node.reduce;
  reduce.type = scalarType(node.operands[0]->type);
  int64_t around = iterations;
  size_t outside = index.deepestLevel(), before = assumed.size();
  openLoops(node, reduce);
  Element body = node.operands[0];
  if (!reduce.loops.empty())
    body = peelGuards(body, outside, reduce);
  reduce.bodyResult = compileBlock(body, reduce.body);
  splitProduct(reduce);
  countWork();
  assumed.truncate(before);
  for (size_t i = 0; i < reduce.loops.size(); ++i)
    index.closeLevel();
  iterations = around;
  reduce.result = index.newRegister();
  reduce.best = index.newRegister();
  return emit(std::move(reduce));
}

RegisterId ElementCompiler::compileComputed(StringRef name) {
  for (BlockScope &scope : llvm::reverse(scopes)) {
    auto found = scope.computed.find(name);
    if (found != scope.computed.end())
      return found->second;
  }
  const ComputedIndex *computed = builder.findComputed(name);
  if (!computed) {
    index.fail(InterpretErrorKind::BadSize,
               "the size '" + name + "' is not bound");
    return 0;
  }
  ComputeIndex step;
  step.value = compile(computed->value);
  step.bound = sumRegister(index.bind(computed->bound));
  step.faults = computed->faults;
  step.result = index.newRegister();
  scopes.back().computed[name] = step.result;
  return emit(std::move(step));
}

llvm::Error ElementCompiler::compile(Element root,
                                     llvm::ArrayRef<IndexVariable> variables,
                                     llvm::ArrayRef<IndexExpr> sizes) {
  program.type = scalarType(root->type);
  IndexExpr position;
  for (auto [variable, size] : llvm::zip(variables, sizes)) {
    IndexExpr extent = index.bind(size);
    program.index.push_back(index.declareVariable(variable.name, extent));
    position = position * extent + variable.expr();
  }
  scopes.emplace_back(&program.body, 0);
  program.position = sum(position);
  program.result = compile(root);
  return index.takeFailure(op.getLoc());
}

} // namespace

llvm::Expected<Program> compileElement(TensorBody op, unsigned result,
                                       const SymbolBindings &bindings) {
  ElementBuilder builder([&](StringRef name) {
    SymbolRange range;
    auto found = bindings.find(name);
    if (found != bindings.end()) {
      range.min = found->second;
      range.max = found->second;
    }
    return range;
  });
  Sizes sizes = sizesOf(op->getResult(result));
  llvm::SmallVector<IndexVariable> variables;
  llvm::SmallVector<IndexExpr> at;
  for (const IndexExpr &size : sizes) {
    variables.push_back(builder.variable(size));
    at.push_back(variables.back().expr());
  }
  Element element = op.element(builder, result, at);
  Program program;
  ElementCompiler compiler(op, builder, bindings, program);
  if (llvm::Error error = compiler.compile(element, variables, sizes))
    return error;
  return program;
}

} // namespace tenon::reference

// SPDX-License-Identifier: Apache-2.0
// Placing and emitting index arithmetic.
#include "compiler/reference/IndexCompiler.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using llvm::StringRef;

namespace tenon::reference {

IndexCompiler::IndexCompiler(const ElementBuilder &builder,
                             const SymbolBindings &bindings, Program &program)
    : builder(builder), bindings(bindings), program(program),
      facts([this](StringRef symbol) { return range(symbol); }) {
  openLevel(program.setup);
}

void IndexCompiler::fail(InterpretErrorKind kind, const llvm::Twine &message) {
  if (!failure)
    failure.emplace(kind, message.str());
}

llvm::Error IndexCompiler::takeFailure(Location location) {
  if (!failure)
    return llvm::Error::success();
  return failWith(failure->first, failure->second, location);
}

//===--- Bounds and proofs ------------------------------------------------===//

SymbolRange IndexCompiler::range(StringRef symbol) const {
  SymbolRange result;
  auto found = variables.find(symbol);
  if (found != variables.end())
    result.extent = found->second.extent;
  else if (const ComputedIndex *index = builder.findComputed(symbol))
    result.extent = bind(index->bound);
  return result;
}

IndexExpr IndexCompiler::bind(const IndexExpr &expr) const {
  IndexExpr bound =
      expr.substitute([&](StringRef name) -> std::optional<IndexExpr> {
        auto found = bindings.find(name);
        if (found == bindings.end())
          return std::nullopt;
        return IndexExpr(found->second);
      });
  return facts.simplify(bound);
}

bool IndexCompiler::provedNonNegative(const IndexExpr &value) const {
  return facts.isNonNegative(value);
}

bool IndexCompiler::provedInside(const IndexExpr &value,
                                 const IndexExpr &bound) const {
  return provedNonNegative(value) && provedNonNegative(bound - 1 - value);
}

std::optional<int64_t>
IndexCompiler::atomMagnitude(const IndexAtom &atom) const {
  if (atom.kind == IndexAtomKind::Symbol) {
    auto found = variables.find(atom.name);
    if (found != variables.end())
      return magnitude(found->second.extent);
    if (const ComputedIndex *index = builder.findComputed(atom.name))
      return magnitude(bind(index->bound));
    return std::nullopt;
  }
  std::optional<int64_t> a = magnitude(atom.lhs), b = magnitude(atom.rhs);
  if (!a || !b)
    return std::nullopt;
  return atom.kind == IndexAtomKind::FloorDiv ? *a + 1 : std::max(*a, *b);
}

std::optional<int64_t> IndexCompiler::magnitude(const IndexExpr &expr) const {
  constexpr int64_t kLimit = int64_t(1) << 62;
  if (!expr.isValid())
    return std::nullopt;
  int64_t total = 0;
  for (const IndexTerm &term : expr.terms()) {
    int64_t product = term.coefficient;
    for (IndexAtomRef atom : term.factors) {
      std::optional<int64_t> factor = atomMagnitude(*atom);
      if (!factor || llvm::MulOverflow(product, *factor, product))
        return std::nullopt;
    }
    if (product == INT64_MIN ||
        llvm::AddOverflow(total, std::abs(product), total) || total >= kLimit)
      return std::nullopt;
  }
  return total;
}

//===--- Levels -----------------------------------------------------------===//

void IndexCompiler::closeLevel() {
  size_t level = deepestLevel();
  for (auto at = variables.begin(); at != variables.end();) {
    auto next = std::next(at);
    if (at->second.level == level)
      variables.erase(at);
    at = next;
  }
  levels.pop_back();
}

RegisterId IndexCompiler::declareVariable(StringRef name,
                                          const IndexExpr &extent) {
  RegisterId id = newRegister();
  variables[name] = {id, deepestLevel(), extent};
  return id;
}

IndexCompiler::Place IndexCompiler::placeOf(const IndexExpr &expr) const {
  Place place;
  expr.walkSymbols([&](StringRef name) {
    auto found = variables.find(name);
    if (found == variables.end())
      place.computed = true;
    else
      place.level = std::max(place.level, found->second.level);
  });
  return place;
}

std::optional<size_t> IndexCompiler::levelOf(const IndexBound &bound) const {
  Place value = placeOf(bound.value);
  Place end = placeOf(bound.bound);
  if (value.computed || end.computed)
    return std::nullopt;
  return std::max(value.level, end.level);
}

//===--- Code -------------------------------------------------------------===//

template <typename Step>
void IndexCompiler::emit(Step step, Place place, BlockScope &here) {
  Code &block = place.computed ? *here.block : *levels[place.level].setup;
  block.push_back({std::move(step)});
}

RegisterId IndexCompiler::constant(const Number &value) {
  if (value.isFloat) {
    program.constants.push_back({newRegister(), value});
    return program.constants.back().id;
  }
  auto [at, added] = integers.try_emplace(value.integer, 0);
  if (added) {
    at->second = newRegister();
    program.constants.push_back({at->second, value});
  }
  return at->second;
}

RegisterId IndexCompiler::compileAtom(const IndexAtom &atom, BlockScope &here,
                                      ComputedLookup computed) {
  if (atom.kind == IndexAtomKind::Symbol) {
    auto found = variables.find(atom.name);
    return found == variables.end() ? computed(atom.name) : found->second.id;
  }
  IndexExpr whole = IndexExpr::fromAtom(&atom);
  Place place = placeOf(whole);
  auto cached = cacheAt(place, here).find(whole);
  if (cached != cacheAt(place, here).end())
    return cached->second;
  RegisterId lhs = emitPolynomial(atom.lhs, place, here, computed);
  RegisterId rhs = emitPolynomial(atom.rhs, place, here, computed);
  RegisterId result = newRegister();
  emit(IndexFunction{result, lhs, rhs, atom.kind}, place, here);
  cacheAt(place, here)[whole] = result;
  return result;
}

RegisterId IndexCompiler::emitPolynomial(const IndexExpr &expr, Place place,
                                         BlockScope &here,
                                         ComputedLookup computed) {
  auto cached = cacheAt(place, here).find(expr);
  if (cached != cacheAt(place, here).end())
    return cached->second;
  Polynomial step;
  for (const IndexTerm &term : expr.terms()) {
    if (term.factors.empty()) {
      step.constant = term.coefficient;
      continue;
    }
    Polynomial::Term &out = step.terms.emplace_back();
    out.coefficient = term.coefficient;
    for (IndexAtomRef atom : term.factors)
      out.factors.push_back(compileAtom(*atom, here, computed));
  }
  if (step.terms.empty())
    return constant({false, 0, step.constant});
  const Polynomial::Term &first = step.terms[0];
  if (step.constant == 0 && step.terms.size() == 1 && first.coefficient == 1 &&
      first.factors.size() == 1)
    return first.factors[0];
  RegisterId result = step.result = newRegister();
  emit(std::move(step), place, here);
  cacheAt(place, here)[expr] = result;
  return result;
}

bool IndexCompiler::check(const IndexExpr &expr, Place place,
                          const BlockScope &here) {
  if (!magnitude(expr))
    fail(InterpretErrorKind::TooLarge,
         "the index " + expr.str() + " is unknown or may leave 64 bits");
  // Code in the block runs before loops that are opened later.
  if (place.computed && place.level > here.level)
    fail(InterpretErrorKind::Unsupported,
         "an extent depends on data inside its own loops: " + expr.str());
  return !failed();
}

IndexSum IndexCompiler::compile(const IndexExpr &expr, BlockScope &here,
                                ComputedLookup computed) {
  // Terms by the place they are computed at; a constant is at the first.
  std::map<Place, llvm::SmallVector<IndexTerm, 0>> parts;
  for (const IndexTerm &term : expr.terms()) {
    Place place = placeOf(IndexExpr::fromTerms(term));
    if (!check(expr, place, here))
      return {};
    if (place.computed)
      place.level = here.level; // one part for all of them
    parts[place].push_back(term);
  }
  IndexSum sum;
  for (auto &[place, terms] : parts)
    sum.parts.push_back(
        emitPolynomial(IndexExpr::fromTerms(terms), place, here, computed));
  if (parts.empty())
    sum.parts.push_back(constant({false, 0, 0}));
  return sum;
}

RegisterId IndexCompiler::compileToRegister(const IndexExpr &expr,
                                            BlockScope &here,
                                            ComputedLookup computed) {
  Place place = placeOf(expr);
  if (!check(expr, place, here))
    return 0;
  return emitPolynomial(expr, place, here, computed);
}

} // namespace tenon::reference

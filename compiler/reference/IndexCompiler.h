// SPDX-License-Identifier: Apache-2.0
// Index expressions to register code, placed where they change least often.
//
// Level 0 is the run as a whole (the result's index), level k the k-th open
// reduction loop. Each part of an index goes to the setup code of the deepest
// level whose variable it mentions; parts with data-dependent indices go to
// the block that is being compiled.
#ifndef TENON_COMPILER_REFERENCE_INDEXCOMPILER_H
#define TENON_COMPILER_REFERENCE_INDEXCOMPILER_H

#include "compiler/reference/InterpretError.h"
#include "compiler/reference/Program.h"
#include "compiler/reference/SymbolBindings.h"
#include "llvm/ADT/StringMap.h"

namespace tenon::reference {

/// Where compilation stands: the block that instructions are appended to, with
/// what it holds already.
struct BlockScope {
  BlockScope(Code *block, size_t level) : block(block), level(level) {}

  Code *block;
  size_t level; // the deepest that was open when the block began
  llvm::DenseMap<Element, RegisterId> elements;
  llvm::StringMap<RegisterId> computed; // registers of computed indices
  llvm::DenseMap<IndexExpr, RegisterId> polynomials;
};

class IndexCompiler {
public:
  /// Gives the register of a computed index, compiling it where needed.
  using ComputedLookup = llvm::function_ref<RegisterId(llvm::StringRef)>;

  IndexCompiler(const ElementBuilder &builder, const SymbolBindings &bindings,
                Program &program);

  /// `expr` with sizes replaced by numbers, simplified by the numbers.
  IndexExpr bind(const IndexExpr &expr) const;
  /// Whether 0 <= value < bound (bound ones) is proved.
  bool provedInside(const IndexExpr &value, const IndexExpr &bound) const;
  bool provedNonNegative(const IndexExpr &value) const;
  /// The greatest absolute value; absent when it may leave 62 bits.
  std::optional<int64_t> magnitude(const IndexExpr &expr) const;

  /// The level at which a bound one's parts are known; absent when it
  /// mentions computed indices.
  std::optional<size_t> levelOf(const IndexBound &bound) const;

  /// A level whose code goes to `setup`; it ends with closeLevel.
  void openLevel(Code &setup) { levels.emplace_back().setup = &setup; }
  void closeLevel();
  size_t deepestLevel() const { return levels.size() - 1; }
  /// A variable of the innermost level; `extent` is bound already.
  RegisterId declareVariable(llvm::StringRef name, const IndexExpr &extent);

  /// Code for a bound expression, as parts or as one register.
  IndexSum compile(const IndexExpr &expr, BlockScope &here,
                   ComputedLookup computed);
  RegisterId compileToRegister(const IndexExpr &expr, BlockScope &here,
                               ComputedLookup computed);

  /// A register that holds `value` in every lane.
  RegisterId constant(const Number &value);
  RegisterId newRegister() { return program.numRegisters++; }

  /// The first thing that could not be compiled.
  bool failed() const { return failure.has_value(); }
  void fail(InterpretErrorKind kind, const llvm::Twine &message);
  llvm::Error takeFailure(mlir::Location location);

private:
  struct Level {
    Code *setup;
    llvm::DenseMap<IndexExpr, RegisterId> polynomials;
  };
  struct Variable {
    RegisterId id;
    size_t level;
    IndexExpr extent;
  };
  /// What an expression mentions: the deepest level, any computed index.
  struct Place {
    size_t level = 0;
    bool computed = false;
    auto operator<=>(const Place &) const = default;
  };

  Place placeOf(const IndexExpr &expr) const;
  bool check(const IndexExpr &expr, Place place, const BlockScope &here);
  llvm::DenseMap<IndexExpr, RegisterId> &cacheAt(Place place,
                                                 BlockScope &here) {
    return place.computed ? here.polynomials : levels[place.level].polynomials;
  }
  SymbolRange range(llvm::StringRef symbol) const;
  std::optional<int64_t> atomMagnitude(const IndexAtom &atom) const;
  RegisterId compileAtom(const IndexAtom &atom, BlockScope &here,
                         ComputedLookup computed);
  /// One instruction for `expr`, at `place`.
  RegisterId emitPolynomial(const IndexExpr &expr, Place place,
                            BlockScope &here, ComputedLookup computed);
  template <typename Step> void emit(Step step, Place place, BlockScope &here);

  const ElementBuilder &builder;
  const SymbolBindings &bindings;
  Program &program;
  std::vector<Level> levels;
  llvm::StringMap<Variable> variables;
  llvm::DenseMap<int64_t, RegisterId> integers;
  /// What the ranges of the variables prove; nobody asks about one before it
  /// is declared.
  mutable IndexFacts facts;
  std::optional<std::pair<InterpretErrorKind, std::string>> failure;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_INDEXCOMPILER_H

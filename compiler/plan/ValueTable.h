// SPDX-License-Identifier: Apache-2.0
// Size expressions as the value program of an engine: each distinct
// expression is one value, computed once when shapes are bound.
#ifndef TENON_COMPILER_PLAN_VALUETABLE_H
#define TENON_COMPILER_PLAN_VALUETABLE_H

#include "compiler/support/IndexExpr.h"
#include "format/Program.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace tenon {

class ValueTable {
public:
  explicit ValueTable(format::Program &program) : program(program) {}

  /// Adds a symbol; later expressions may use it.
  void addSymbol(format::Symbol symbol);
  bool hasSymbol(llvm::StringRef name) const {
    return symbols.count(name.str()) != 0;
  }
  /// The value that `expr` has at run time.
  format::ValueId value(const IndexExpr &expr);

private:
  format::ValueId push(format::Value value);
  format::ValueId atom(const IndexAtom &leaf);

  format::Program &program;
  std::map<std::string, format::SymbolId> symbols;
  llvm::DenseMap<IndexExpr, format::ValueId> known;
};

} // namespace tenon

#endif // TENON_COMPILER_PLAN_VALUETABLE_H

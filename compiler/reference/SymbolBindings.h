// SPDX-License-Identifier: Apache-2.0
// Values for the symbols of dynamic sizes, found from the shapes of inputs.
#ifndef TENON_COMPILER_REFERENCE_SYMBOLBINDINGS_H
#define TENON_COMPILER_REFERENCE_SYMBOLBINDINGS_H

#include "compiler/ir/graph/Types.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace tenon::reference {

using SymbolBindings = llvm::StringMap<int64_t>;

/// Binds the symbols that `shapes`, one per argument, decide: a size that is
/// one symbol binds it, every other size is checked. Then checks the ranges of
/// `tenon.symbols` and the equalities of `tenon.checks`. `known` holds symbols
/// that no input decides.
llvm::Expected<SymbolBindings>
bindSymbols(mlir::func::FuncOp function,
            llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes,
            SymbolBindings known = {});

/// How messages call argument `i`: by its name where it has one.
std::string argumentName(mlir::func::FuncOp function, unsigned i);

/// The numbers that sizes come to; fails when one is unknown or negative.
llvm::Expected<llvm::SmallVector<int64_t>>
bindSizes(llvm::ArrayRef<IndexExpr> sizes, const SymbolBindings &bindings);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_SYMBOLBINDINGS_H

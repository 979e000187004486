// SPDX-License-Identifier: Apache-2.0
// The reference interpreter: computes a whole model from its graph IR, slowly
// and obviously right. It is the truth that every target is judged by, the
// device `reference` of the command, and what folds constants.
//
// Every element is computed in double from the op's own description
// (TensorBody, compiler/ir/graph/Element.h) and rounded once to the declared
// type of the result; integers are exact and wrap at their width. Results do
// not depend on the number of threads.
#ifndef TENON_COMPILER_REFERENCE_INTERPRETER_H
#define TENON_COMPILER_REFERENCE_INTERPRETER_H

#include "compiler/reference/InterpretError.h"
#include "compiler/reference/SymbolBindings.h"
#include "compiler/reference/Tensor.h"
#include <functional>

namespace tenon::reference {

struct InterpretOptions {
  /// Bytes that tensors may take at one time, at 8 bytes an element.
  int64_t memoryLimitBytes = INT64_MAX;
  /// Scalar operations of one op: far beyond any network's (a core does some
  /// 10^9 a second), so that a file cannot ask for years.
  int64_t workLimit = int64_t(10'000'000'000'000);
  /// 0: one per core.
  unsigned threads = 0;
  /// Called with each op and its results, in order, constants included.
  std::function<void(mlir::Operation *, llvm::ArrayRef<Tensor>)> onResults;
};

/// Computes `function`. Symbols are bound from the shapes of `inputs`; `known`
/// gives those that no input decides.
llvm::Expected<llvm::SmallVector<Tensor>>
interpret(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> inputs,
          const SymbolBindings &known = {},
          const InterpretOptions &options = {});

/// Computes all results of one op from its operands.
llvm::Expected<llvm::SmallVector<Tensor>>
interpretOp(mlir::Operation *op, llvm::ArrayRef<Tensor> operands,
            const SymbolBindings &bindings,
            const InterpretOptions &options = {});

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_INTERPRETER_H

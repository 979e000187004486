// SPDX-License-Identifier: Apache-2.0
// Single elements of any value, for verified builds: what a fused kernel
// should have written at a few indices, recomputed without computing the
// rest.
//
// Values that the caller has (a kernel's operands) are read; all others are
// computed by their defining op, through any number of producers, each result
// rounded to its type and remembered. Elements of one call are computed
// together, which is why a few hundred cost little more than one.
#ifndef TENON_COMPILER_REFERENCE_ELEMENTEVALUATOR_H
#define TENON_COMPILER_REFERENCE_ELEMENTEVALUATOR_H

#include "compiler/reference/InterpretError.h"
#include "compiler/reference/StoredTensor.h"
#include "compiler/reference/SymbolBindings.h"
#include <functional>

namespace tenon::reference {

/// A tensor in one of its forms, or none.
struct KnownTensor {
  KnownTensor(std::nullptr_t) {}
  KnownTensor(const Tensor *tensor) : tensor(tensor) {}
  KnownTensor(const StoredTensor *stored) : stored(stored) {}
  explicit operator bool() const { return tensor || stored; }

  const Tensor *tensor = nullptr;
  const StoredTensor *stored = nullptr;
};

/// A number, and how far a right kernel may be from it (RoundingError.h).
struct BoundedNumber {
  Number value;
  double error = 0;
};

class ElementEvaluator {
public:
  /// The tensor of a value that need not be computed, if any. It must live as
  /// long as the evaluator. Constants are known without it.
  using Known = std::function<KnownTensor(mlir::Value)>;
  using Index = llvm::SmallVector<int64_t>;

  /// `maxElements` bounds the elements computed in all, as memory and time.
  ElementEvaluator(Known known, SymbolBindings bindings,
                   int64_t maxElements = int64_t(1) << 28);
  ~ElementEvaluator();

  /// Elements of `result` at `indices`, computed by the op that defines it
  /// even where `result` is known itself: a recurrence is then judged step by
  /// step from the known steps before.
  llvm::Expected<std::vector<Number>> compute(mlir::Value result,
                                              llvm::ArrayRef<Index> indices);
  /// The same with bounds of the errors that rounding may leave in a kernel
  /// that computes all this in the types of the values. Known tensors are
  /// taken as the kernel's own. Several times slower; an evaluator is used for
  /// this or for the above.
  llvm::Expected<std::vector<BoundedNumber>>
  computeBounded(mlir::Value result, llvm::ArrayRef<Index> indices);
  /// One element, known or computed.
  llvm::Expected<Number> at(mlir::Value value, llvm::ArrayRef<int64_t> index);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_ELEMENTEVALUATOR_H

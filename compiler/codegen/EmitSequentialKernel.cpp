// SPDX-License-Identifier: Apache-2.0
// Recurrences as loops. Reductions inside a step (a gate's product with the
// state) run along contiguous weights, so they take the lanes.
#include "compiler/codegen/EmitSequentialKernel.h"

using namespace mlir;

namespace tenon {

TensorBody sequentialBody(KernelOp kernel) {
  auto body = kernel.getYielded(0).getDefiningOp<TensorBody>();
  return body && body.sequentialAxis() ? body : TensorBody();
}

namespace {

class SequentialKernel {
public:
  SequentialKernel(ElementEmitter &emitter, KernelElements &elements)
      : emitter(emitter), elements(elements),
        body(sequentialBody(elements.kernel())), axis(*body.sequentialAxis()),
        step(elements.builder().variable(
            sizesOf(elements.kernel().getResult(0))[axis])) {}

  void emit(Value begin, Value end);

private:
  void emitResult(unsigned result);
  void emitLoops(unsigned result, llvm::ArrayRef<IndexVariable> variables,
                 llvm::ArrayRef<IndexExpr> index, Element element);
  Element elementOf(unsigned result, llvm::ArrayRef<IndexExpr> index);

  ElementEmitter &emitter;
  KernelElements &elements;
  TensorBody body;
  unsigned axis;
  IndexVariable step;
};

/// The element as the op says it, with constants of the body as literals; its
/// own results stay loads.
Element SequentialKernel::elementOf(unsigned result,
                                    llvm::ArrayRef<IndexExpr> index) {
  Element element = body.element(elements.builder(), result, index);
  return elements.builder().rewrite(
      element,
      [](llvm::StringRef) -> std::optional<IndexExpr> { return std::nullopt; },
      [&](Value tensor, llvm::ArrayRef<IndexExpr> at) -> Element {
        Operation *producer = tensor.getDefiningOp();
        bool inside = producer && producer != body.getOperation();
        return inside ? elements.at(tensor, at) : nullptr;
      });
}

void SequentialKernel::emitLoops(unsigned result,
                                 llvm::ArrayRef<IndexVariable> variables,
                                 llvm::ArrayRef<IndexExpr> index,
                                 Element element) {
  emitter.hoistReductions(element);
  if (variables.empty()) {
    emitter.store(elements.kernel().getResult(result), index,
                  emitter.emit(element));
    return;
  }
  const IndexVariable &over = variables.front();
  emitter.loop(emitter.constantIndex(0), emitter.emitIndex(over.extent), 1, {},
               [&](Value at, ValueRange) {
                 emitter.bindVariable(over.name, at);
                 emitLoops(result, variables.drop_front(), index, element);
                 return llvm::SmallVector<Value>{};
               });
}

void SequentialKernel::emitResult(unsigned result) {
  llvm::SmallVector<IndexVariable> variables;
  llvm::SmallVector<IndexExpr> index;
  for (auto [d, size] :
       llvm::enumerate(sizesOf(elements.kernel().getResult(result)))) {
    if (d == axis) {
      index.push_back(step.expr());
      continue;
    }
    variables.push_back(elements.builder().variable(size));
    index.push_back(variables.back().expr());
  }
  emitter.pushScope();
  emitLoops(result, variables, index, elementOf(result, index));
  emitter.popScope();
}

void SequentialKernel::emit(Value begin, Value end) {
  emitter.loop(begin, end, 1, {}, [&](Value, ValueRange) {
    emitter.loop(emitter.constantIndex(0), emitter.emitIndex(step.extent), 1,
                 {}, [&](Value at, ValueRange) {
                   emitter.bindVariable(step.name, at);
                   KernelOp kernel = elements.kernel();
                   for (unsigned i = 0; i < kernel.getNumResults(); ++i)
                     emitResult(i);
                   return llvm::SmallVector<Value>{};
                 });
    return llvm::SmallVector<Value>{};
  });
}

} // namespace

void emitSequentialKernel(ElementEmitter &emitter, KernelElements &elements,
                          Value begin, Value end) {
  SequentialKernel(emitter, elements).emit(begin, end);
}

} // namespace tenon

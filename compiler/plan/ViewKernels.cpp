// SPDX-License-Identifier: Apache-2.0
// Kernels that move nothing: reshapes, and slices of the outermost dimension,
// are aliases of their operand's memory.
#include "compiler/ir/graph/KernelElements.h"
#include "compiler/plan/BuildProgram.h"

using namespace mlir;

namespace tenon {

/// An output of the model is memory of its own.
static bool isReturned(KernelOp kernel) {
  return llvm::any_of(kernel->getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
}

std::optional<IndexExpr> viewOffset(KernelOp kernel) {
  if (kernel->getNumOperands() != 1 || kernel->getNumResults() != 1 ||
      isReturned(kernel))
    return std::nullopt;
  KernelElements elements(kernel);
  ElementBuilder &builder = elements.builder();
  llvm::SmallVector<IndexExpr> index;
  Sizes sizes = sizesOf(kernel.getResult(0));
  for (const IndexExpr &size : sizes)
    index.push_back(builder.variable(size).expr());
  Element element = elements.at(kernel.getYielded(0), index);
  Type type = elementTypeOf(kernel.getResult(0));
  if (element->kind != ElementKind::Load || element->type != type ||
      !isa<BlockArgument>(element->tensor))
    return std::nullopt;
  IndexExpr from = builder.simplify(
      ElementBuilder::linearize(element->indices, sizesOf(element->tensor)));
  IndexExpr offset =
      from - builder.simplify(ElementBuilder::linearize(index, sizes));
  bool moves = false;
  offset.walkSymbols([&](llvm::StringRef name) {
    moves |= builder.findVariable(name) || builder.findComputed(name);
  });
  // Buffers that kernels see are aligned to a cache line.
  constexpr int64_t kAlignment = format::kBufferAlignment;
  IndexExpr bytes = offset * elementBytes(type).value_or(1);
  if (moves || !IndexExpr::mod(bytes, kAlignment).isConstant(0))
    return std::nullopt;
  return bytes;
}

llvm::SmallVector<KernelOp> launchedKernels(func::FuncOp function) {
  llvm::SmallVector<KernelOp> kernels;
  for (KernelOp kernel : function.getOps<KernelOp>())
    if (!viewOffset(kernel))
      kernels.push_back(kernel);
  return kernels;
}

} // namespace tenon

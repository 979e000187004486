// SPDX-License-Identifier: Apache-2.0
// Folding within a budget.
#include "compiler/reference/FoldConstants.h"
#include "compiler/reference/InterpretError.h"
#include "compiler/reference/RunOp.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tenon::reference {

/// Stored bytes of a static tensor type; absent for others and on overflow.
static std::optional<int64_t> storedBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> count = countElements(tensor.getShape());
  std::optional<int64_t> each = elementBytes(tensor.getElementType());
  int64_t bytes = 0;
  if (!count || !each || llvm::MulOverflow(*count, *each, bytes))
    return std::nullopt;
  return bytes;
}

/// The sum over `types`, no more than `limit`; absent when it is more.
static std::optional<int64_t> storedBytes(TypeRange types, int64_t limit) {
  int64_t total = 0;
  for (Type type : types) {
    std::optional<int64_t> bytes = storedBytes(type);
    if (!bytes || *bytes > limit - total)
      return std::nullopt;
    total += *bytes;
  }
  return total;
}

/// The most bytes that the results of `op` may take.
static std::optional<int64_t> allowedBytes(Operation *op,
                                           const FoldBudget &budget) {
  std::optional<int64_t> operands =
      storedBytes(op->getOperandTypes(), INT64_MAX);
  int64_t grown = 0;
  if (!operands)
    return std::nullopt;
  if (llvm::MulOverflow(*operands, budget.growth, grown) ||
      llvm::AddOverflow(grown, budget.slackBytes, grown))
    grown = INT64_MAX;
  return std::min(grown, budget.resultBytes);
}

static std::optional<llvm::SmallVector<Tensor>> readOperands(Operation *op) {
  llvm::SmallVector<Tensor> tensors;
  for (Value operand : op->getOperands()) {
    llvm::Expected<Tensor> tensor =
        Tensor::fromConstant(operand.getDefiningOp<ConstantOp>());
    if (!tensor) {
      llvm::consumeError(tensor.takeError());
      return std::nullopt;
    }
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

static Attribute makeAttribute(RankedTensorType type, const Tensor &tensor) {
  constexpr int64_t kLiteralBytes = 1024;
  if (tensor.storedBytes() > kLiteralBytes) {
    auto *dialect = type.getContext()->getLoadedDialect<TenonDialect>();
    return WeightAttr::get(type.getContext(),
                           dialect->getWeights().add(tensor.toBytes()));
  }
  if (tensor.scalarType().kind != ScalarKind::Bool)
    return DenseElementsAttr::getFromRawBuffer(type, tensor.toBytes());
  llvm::SmallVector<bool> values; // stored in bits
  for (int64_t value : tensor.integers())
    values.push_back(value != 0);
  return DenseElementsAttr::get(type, llvm::ArrayRef<bool>(values));
}

std::optional<llvm::SmallVector<Attribute>> foldConstants(Operation *op,
                                                          FoldBudget &budget) {
  auto body = dyn_cast<TensorBody>(op);
  if (!body || !llvm::all_of(op->getOperands(), [](Value operand) {
        return operand.getDefiningOp<ConstantOp>() != nullptr;
      }))
    return std::nullopt;
  std::optional<int64_t> allowed = allowedBytes(op, budget);
  if (!allowed || !storedBytes(op->getResultTypes(), *allowed))
    return std::nullopt;
  auto prepared = prepareOp(body, {}, INT64_MAX);
  if (!prepared) {
    llvm::consumeError(prepared.takeError());
    return std::nullopt;
  }
  int64_t work = prepared->work();
  if (work > std::min(budget.workPerOp, budget.totalWork))
    return std::nullopt;
  budget.totalWork -= work;
  auto operands = readOperands(op);
  if (!operands)
    return std::nullopt;
  if (llvm::Error error = runOp(*prepared, *operands, /*threads=*/0)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  llvm::SmallVector<Attribute> attributes;
  for (auto [type, tensor] : llvm::zip(op->getResultTypes(), prepared->results))
    attributes.push_back(makeAttribute(cast<RankedTensorType>(type), tensor));
  return attributes;
}

} // namespace tenon::reference

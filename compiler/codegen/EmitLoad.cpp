// SPDX-License-Identifier: Apache-2.0
// Loads and stores: what a load becomes depends only on how far apart its
// lanes are in memory.
#include "compiler/codegen/ElementEmitter.h"
#include "compiler/codegen/EmitScalarFn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tenon {

Value ElementEmitter::fromStorage(Value value, Type element) {
  if (!element.isInteger(1))
    return value;
  Value zero = emitIntegerLiteral(builder, loc, value.getType(), 0);
  return builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ne, value,
                                       zero);
}

Value ElementEmitter::loadScalar(Value tensor, Value offset) {
  const Buffer &buffer = buffers.find(tensor)->second;
  Value value = builder.create<memref::LoadOp>(loc, buffer.view, offset);
  return fromStorage(value, buffer.element);
}

Value ElementEmitter::loadVector(Value tensor, Value offset) {
  const Buffer &buffer = buffers.find(tensor)->second;
  Type storage = cast<MemRefType>(buffer.view.getType()).getElementType();
  auto type = VectorType::get({lanes->count}, storage);
  Value value;
  if (lanes->mask) {
    Value zero = emitLiteral(builder, loc, type, 0);
    value = builder.create<vector::MaskedLoadOp>(loc, type, buffer.view, offset,
                                                 lanes->mask, zero);
  } else {
    value = builder.create<vector::LoadOp>(loc, type, buffer.view, offset);
  }
  return fromStorage(value, buffer.element);
}

/// The offset of a load whose lanes agree, inside the tensor even where the
/// mask is all off and the index means nothing.
Value ElementEmitter::clampedOffset(Element load) {
  Sizes bounds = sizesOf(load->tensor);
  llvm::SmallVector<IndexExpr> index;
  for (auto [position, size] : llvm::zip(load->indices, bounds))
    index.push_back(
        IndexExpr::max(IndexExpr(0), IndexExpr::min(position, size - 1)));
  return emitIndex(linearOffset(load->tensor, index));
}

/// One load per lane, by an index vector.
Value ElementEmitter::emitGather(Value tensor, const IndexExpr &linear) {
  const Buffer &buffer = buffers.find(tensor)->second;
  Type storage = cast<MemRefType>(buffer.view.getType()).getElementType();
  auto type = VectorType::get({lanes->count}, storage);
  Value offsets = emitLaneIndex(linear);
  Value mask = lanes->mask;
  int64_t bytes = storage.getIntOrFloatBitWidth() / 8;
  bool cheap =
      facts.minGatherElementBytes > 0 && bytes >= facts.minGatherElementBytes;
  if (cheap) {
    auto maskType = VectorType::get({lanes->count}, builder.getI1Type());
    if (!mask)
      mask = emitIntegerLiteral(builder, loc, maskType, -1);
    Value zero = emitLiteral(builder, loc, type, 0);
    Value value = builder.create<vector::GatherOp>(loc, type, buffer.view,
                                                   ValueRange{constantIndex(0)},
                                                   offsets, mask, zero);
    return fromStorage(value, buffer.element);
  }
  if (mask) { // lanes that are off read element 0
    Value zero = emitIntegerLiteral(builder, loc, offsets.getType(), 0);
    offsets = builder.create<arith::SelectOp>(loc, mask, offsets, zero);
  }
  Value value = emitLiteral(builder, loc, type, 0);
  for (int64_t i = 0; i < lanes->count; ++i) {
    Value offset = builder.create<vector::ExtractOp>(loc, offsets, i);
    Value one = builder.create<memref::LoadOp>(loc, buffer.view, offset);
    value = builder.create<vector::InsertOp>(loc, one, value, i);
  }
  return fromStorage(value, buffer.element);
}

/// Every `stride`-th element: the vectors that hold them, the last one moved
/// back so that nothing behind the last lane is read, shuffled together.
Value ElementEmitter::emitShuffled(Value tensor, const IndexExpr &linear,
                                   int64_t stride) {
  const Buffer &buffer = buffers.find(tensor)->second;
  Type storage = cast<MemRefType>(buffer.view.getType()).getElementType();
  int64_t count = lanes->count;
  auto type = VectorType::get({count}, storage);
  Value base = emitIndex(linear), result;
  for (int64_t part = 0; part < stride; ++part) {
    bool last = part + 1 == stride;
    int64_t first = last ? (count - 1) * stride + 1 - count : part * count;
    Value offset =
        builder.create<arith::AddIOp>(loc, base, constantIndex(first));
    Value loaded =
        builder.create<vector::LoadOp>(loc, type, buffer.view, offset);
    // Lanes up to here are in `result`, at their places already.
    llvm::SmallVector<int64_t> order;
    for (int64_t lane = 0; lane < count; ++lane) {
      int64_t at = lane * stride - first;
      bool here = at >= 0 && at < count && lane * stride >= part * count;
      order.push_back(here ? count + at : lane);
    }
    if (!result) {
      for (int64_t &at : order)
        at = at >= count ? at - count : 0;
      result = builder.create<vector::ShuffleOp>(loc, loaded, loaded, order);
      continue;
    }
    result = builder.create<vector::ShuffleOp>(loc, result, loaded, order);
  }
  return fromStorage(result, buffer.element);
}

Value ElementEmitter::emitLoad(Element element) {
  IndexExpr linear = linearOffset(element->tensor, element->indices);
  if (!onLanes(linear)) {
    bool clamp = lanes && lanes->uncertain;
    return loadScalar(element->tensor,
                      clamp ? clampedOffset(element) : emitIndex(linear));
  }
  std::optional<IndexExpr> stride = strideAlong(linear, lanes->variable);
  const Buffer &buffer = buffers.find(element->tensor)->second;
  Type storage = cast<MemRefType>(buffer.view.getType()).getElementType();
  bool maskable = !lanes->mask || (facts.minMaskedElementBytes > 0 &&
                                   storage.getIntOrFloatBitWidth() / 8 >=
                                       facts.minMaskedElementBytes);
  if (stride && stride->isConstant(1) && maskable)
    return loadVector(element->tensor, emitIndex(linear));
  std::optional<int64_t> step = stride ? stride->constant() : std::nullopt;
  if (step && *step > 1 && *step <= kMaxShuffledStride && !lanes->mask)
    return emitShuffled(element->tensor, linear, *step);
  return emitGather(element->tensor, linear);
}

void ElementEmitter::store(Value tensor, llvm::ArrayRef<IndexExpr> index,
                           Value value) {
  const Buffer &buffer = buffers.find(tensor)->second;
  Type storage = cast<MemRefType>(buffer.view.getType()).getElementType();
  if (buffer.element.isInteger(1))
    value =
        builder.create<arith::ExtUIOp>(loc, typeLike(storage, value), value);
  IndexExpr linear = linearOffset(tensor, index);
  if (!onLanes(linear)) {
    builder.create<memref::StoreOp>(loc, value, buffer.view, emitIndex(linear));
    return;
  }
  value = broadcast(value);
  std::optional<IndexExpr> stride = strideAlong(linear, lanes->variable);
  bool maskable = !lanes->mask || (facts.minMaskedElementBytes > 0 &&
                                   storage.getIntOrFloatBitWidth() / 8 >=
                                       facts.minMaskedElementBytes);
  if (stride && stride->isConstant(1) && maskable) {
    Value offset = emitIndex(linear);
    if (lanes->mask)
      builder.create<vector::MaskedStoreOp>(loc, buffer.view, offset,
                                            lanes->mask, value);
    else
      builder.create<vector::StoreOp>(loc, value, buffer.view, offset);
    return;
  }
  // Lane by lane: rare (a narrow type's tail on a machine without masks).
  Value offsets = emitLaneIndex(linear);
  for (int64_t i = 0; i < lanes->count; ++i) {
    Value one = builder.create<vector::ExtractOp>(loc, value, i);
    Value offset = builder.create<vector::ExtractOp>(loc, offsets, i);
    if (!lanes->mask) {
      builder.create<memref::StoreOp>(loc, one, buffer.view, offset);
      continue;
    }
    Value on = builder.create<vector::ExtractOp>(loc, lanes->mask, i);
    auto branch = builder.create<scf::IfOp>(loc, on, false);
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    builder.create<memref::StoreOp>(loc, one, buffer.view, offset);
  }
}

} // namespace tenon

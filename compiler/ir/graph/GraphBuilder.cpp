// SPDX-License-Identifier: Apache-2.0
// Creation of ops that move, fold or combine tensors. Leaves are in
// GraphLeaves.cpp, checks on sizes in GraphChecks.cpp.
#include "compiler/ir/graph/GraphBuilder.h"

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

ModuleOp GraphBuilder::module() {
  Operation *parent = builder.getInsertionBlock()->getParentOp();
  if (auto found = dyn_cast<ModuleOp>(parent))
    return found;
  return parent->getParentOfType<ModuleOp>();
}

TenonDialect &GraphBuilder::dialect() {
  return *context()->getLoadedDialect<TenonDialect>();
}

//===--- Elementwise ------------------------------------------------------===//

/// Gives every operand the sizes that broadcasting must agree on.
static bool alignSizes(GraphBuilder &graph,
                       llvm::SmallVectorImpl<Value> &inputs) {
  Sizes common;
  for (Value input : inputs) {
    Sizes own = sizesOf(input);
    if (own.size() > common.size())
      common.insert(common.begin(), own.size() - common.size(), IndexExpr(1));
    size_t first = common.size() - own.size();
    for (size_t i = 0; i < own.size(); ++i) {
      IndexExpr &size = common[first + i];
      if (size.isConstant(1))
        size = own[i];
      else if (!own[i].isConstant(1) &&
               !graph.requireEqual(size, own[i], "broadcast dimension"))
        return false;
      // A number says more than a symbol that must equal it.
      if (own[i].constant() && !own[i].isConstant(1))
        size = own[i];
    }
  }
  for (Value &input : inputs) {
    Sizes own = sizesOf(input);
    size_t first = common.size() - own.size();
    for (size_t i = 0; i < own.size(); ++i)
      if (!own[i].isConstant(1))
        own[i] = common[first + i];
    input = graph.withSizes(input, own);
  }
  return true;
}

Value GraphBuilder::apply(ScalarFn fn, ArrayRef<Value> inputs) {
  llvm::SmallVector<Value> aligned(inputs);
  if (!alignSizes(*this, aligned))
    return {};
  RankedTensorType type = ElementwiseOp::resultType(fn, aligned);
  return builder.create<ElementwiseOp>(loc, type, fn, aligned);
}

Value GraphBuilder::cast(Value input, Type elementType) {
  if (elementTypeOf(input) == elementType)
    return input;
  return builder.create<ElementwiseOp>(
      loc, tensorType(sizesOf(input), elementType), ScalarFn::Cast, input);
}

Value GraphBuilder::apply(ScalarFn fn, Value input, double value) {
  return apply(fn, {input, scalar(value, elementTypeOf(input))});
}

//===--- Layout -----------------------------------------------------------===//

Value GraphBuilder::broadcast(Value input, ArrayRef<IndexExpr> sizes) {
  Sizes own = sizesOf(input);
  size_t first = sizes.size() - own.size();
  for (size_t i = 0; i < own.size(); ++i) {
    if (own[i].isConstant(1))
      continue;
    if (!requireEqual(own[i], sizes[first + i], "broadcast dimension"))
      return {};
    own[i] = sizes[first + i];
  }
  input = withSizes(input, own);
  RankedTensorType type = tensorType(sizes, elementTypeOf(input));
  if (type == input.getType())
    return input;
  return builder.create<BroadcastOp>(loc, type, input);
}

Value GraphBuilder::withSizes(Value input, ArrayRef<IndexExpr> sizes) {
  RankedTensorType type = tensorType(sizes, elementTypeOf(input));
  if (type == input.getType())
    return input;
  return builder.create<ReshapeOp>(loc, type, input);
}

Value GraphBuilder::reshape(Value input, ArrayRef<IndexExpr> sizes) {
  if (!requireEqual(numElements(sizesOf(input)), numElements(sizes),
                    "number of elements"))
    return {};
  return withSizes(input, sizes);
}

Value GraphBuilder::transpose(Value input, ArrayRef<int64_t> permutation) {
  if (llvm::is_sorted(permutation))
    return input;
  return builder.create<TransposeOp>(
      loc, TransposeOp::resultType(input, permutation), input, permutation);
}

Value GraphBuilder::slice(Value input, ArrayRef<IndexExpr> starts,
                          ArrayRef<int64_t> steps, ArrayRef<IndexExpr> sizes) {
  return builder.create<SliceOp>(loc, tensorType(sizes, elementTypeOf(input)),
                                 input, IndexExprsAttr::from(context(), starts),
                                 steps);
}

Value GraphBuilder::sliceAxis(Value input, int64_t axis, const IndexExpr &begin,
                              const IndexExpr &size) {
  Sizes sizes = sizesOf(input), starts(sizes.size(), IndexExpr(0));
  llvm::SmallVector<int64_t> steps(sizes.size(), 1);
  starts[axis] = begin;
  sizes[axis] = size;
  return slice(input, starts, steps, sizes);
}

Value GraphBuilder::pad(Value input, Value value, ArrayRef<IndexExpr> low,
                        ArrayRef<IndexExpr> high, PadMode mode) {
  return builder.create<PadOp>(loc, PadOp::resultType(input, low, high), input,
                               value, IndexExprsAttr::from(context(), low),
                               mode);
}

Value GraphBuilder::concat(ArrayRef<Value> inputs, int64_t axis) {
  if (inputs.size() == 1)
    return inputs.front();
  llvm::SmallVector<Value> aligned(inputs);
  Sizes common = sizesOf(inputs.front());
  for (Value &input : aligned) {
    Sizes own = sizesOf(input);
    for (size_t i = 0; i < own.size(); ++i) {
      if (static_cast<int64_t>(i) == axis)
        continue;
      if (!requireEqual(own[i], common[i], "dimension of a concatenation"))
        return {};
      own[i] = common[i];
    }
    input = withSizes(input, own);
  }
  return builder.create<ConcatOp>(loc, ConcatOp::resultType(aligned, axis),
                                  aligned, axis);
}

Value GraphBuilder::gather(Value data, Value indices, int64_t axis) {
  return builder.create<GatherOp>(
      loc, GatherOp::resultType(data, indices, axis), data, indices, axis);
}

Value GraphBuilder::gatherNd(Value data, ArrayRef<int64_t> dataLoops,
                             Value indices, ArrayRef<int64_t> indexLoops,
                             bool clamp) {
  RankedTensorType type =
      GatherNdOp::resultType(data, indices, dataLoops, indexLoops);
  return builder.create<GatherNdOp>(loc, type, data, indices, dataLoops,
                                    indexLoops, clamp);
}

Value GraphBuilder::resample(Value input, int64_t axis, const IndexExpr &size,
                             const Resampling &how) {
  Sizes sizes = sizesOf(input);
  sizes[axis] = size;
  auto list = [&](ArrayRef<IndexExpr> values) {
    return IndexExprsAttr::from(context(), values);
  };
  FloatAttr outside;
  if (how.extrapolation)
    outside = builder.getF64FloatAttr(*how.extrapolation);
  return builder.create<ResampleOp>(
      loc, tensorType(sizes, elementTypeOf(input)), input, how.kind, axis,
      list({how.step, how.offset, how.denominator}),
      list({how.stretchNumerator, how.stretchDenominator}),
      llvm::APFloat(how.coefficient), how.excludeOutside, outside);
}

Value GraphBuilder::unsqueeze(Value input, ArrayRef<int64_t> axes) {
  Sizes own = sizesOf(input), sizes;
  size_t rank = own.size() + axes.size(), next = 0;
  for (size_t i = 0; i < rank; ++i)
    sizes.push_back(llvm::is_contained(axes, static_cast<int64_t>(i))
                        ? IndexExpr(1)
                        : own[next++]);
  return withSizes(input, sizes);
}

Value GraphBuilder::squeeze(Value input, ArrayRef<int64_t> axes) {
  Sizes sizes;
  for (auto [i, size] : llvm::enumerate(sizesOf(input))) {
    if (!llvm::is_contained(axes, static_cast<int64_t>(i)))
      sizes.push_back(size);
    else if (!requireEqual(size, 1, "squeezed dimension"))
      return {};
  }
  return withSizes(input, sizes);
}

//===--- Reductions -------------------------------------------------------===//

Value GraphBuilder::reduce(ReduceKind kind, Value input, ArrayRef<int64_t> axes,
                           bool keepDims) {
  llvm::SmallVector<int64_t> sorted(axes);
  llvm::sort(sorted);
  Value result = builder.create<ReduceOp>(
      loc, ReduceOp::resultType(kind, input, sorted), input, kind, sorted);
  return keepDims ? unsqueeze(result, sorted) : result;
}

Value GraphBuilder::contract(Value lhs, ArrayRef<int64_t> lhsLoops, Value rhs,
                             ArrayRef<int64_t> rhsLoops, unsigned resultRank,
                             Type resultType) {
  // Shared loops must agree: the right operand takes the left one's sizes.
  Sizes left = sizesOf(lhs), right = sizesOf(rhs);
  for (auto [i, loop] : llvm::enumerate(rhsLoops))
    for (auto [k, other] : llvm::enumerate(lhsLoops)) {
      if (loop != other)
        continue;
      if (!requireEqual(left[k], right[i], "shared dimension of a product"))
        return {};
      (left[k].constant() ? right[i] : left[k]) =
          left[k].constant() ? left[k] : right[i];
    }
  lhs = withSizes(lhs, left);
  rhs = withSizes(rhs, right);
  RankedTensorType type =
      ContractOp::resultType(lhs, rhs, lhsLoops, rhsLoops, resultRank);
  if (resultType)
    type = cast<RankedTensorType>(type.clone(resultType));
  return builder.create<ContractOp>(loc, type, lhs, rhs, lhsLoops, rhsLoops);
}

/// Fills empty lists with their defaults and works out the result's sizes.
static void completeShape(WindowShape &shape, ArrayRef<IndexExpr> sizes) {
  size_t spatial = shape.kernel.size();
  auto ones = [&](llvm::SmallVector<int64_t> &list) {
    if (list.empty())
      list.assign(spatial, 1);
  };
  ones(shape.strides);
  ones(shape.dilations);
  ones(shape.inputDilations);
  if (shape.low.empty())
    shape.low.assign(spatial, IndexExpr(0));
  if (shape.high.empty())
    shape.high.assign(spatial, IndexExpr(0));
  if (!shape.outputSizes.empty())
    return;
  for (size_t i = 0; i < spatial; ++i)
    shape.outputSizes.push_back(WindowOp::outputSize(
        sizes[i + (shape.channelsLast ? 1 : 2)], shape.kernel[i],
        shape.strides[i], shape.dilations[i], shape.inputDilations[i],
        shape.low[i], shape.high[i], shape.ceilMode));
}

Value GraphBuilder::window(WindowKind kind, Value input, Value filter,
                           WindowShape shape, Type resultType) {
  Sizes sizes = sizesOf(input);
  completeShape(shape, sizes);
  size_t spatial = shape.kernel.size();
  size_t channelDim = shape.channelsLast ? spatial + 1 : 1;
  if (filter) {
    Sizes weights = sizesOf(filter);
    if (!requireEqual(sizes[channelDim], weights[1] * shape.groups,
                      "number of input channels"))
      return {};
    sizes[channelDim] = weights[1] * shape.groups;
    input = withSizes(input, sizes);
    sizes[channelDim] = weights[0];
  }
  for (size_t i = 0; i < spatial; ++i)
    sizes[i + (shape.channelsLast ? 1 : 2)] = shape.outputSizes[i];
  Type type = resultType ? resultType : elementTypeOf(input);
  if (kind == WindowKind::ArgMax)
    type = IntegerType::get(context(), 64);
  return builder.create<WindowOp>(loc, tensorType(sizes, type), input, filter,
                                  kind, shape.kernel, shape.strides,
                                  shape.dilations, shape.inputDilations,
                                  IndexExprsAttr::from(context(), shape.low),
                                  IndexExprsAttr::from(context(), shape.high),
                                  shape.groups, shape.channelsLast);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Multiplies the scale of each channel into the weights before it.
#include "compiler/transform/FoldScale.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/transform/CancelTransposes.h"
#include "compiler/transform/Permutation.h"

using namespace mlir;

namespace tenon {

namespace {

/// Weights that scale with a dimension of the product's result.
struct ScaledWeights {
  unsigned operand = 0;   // of the producing op
  unsigned dimension = 0; // of the weights
  unsigned resultDim = 0; // of the result
};

/// fn(value, constant) with the operands in either order.
struct WithConstant {
  Value value, constant;
};

} // namespace

static std::optional<WithConstant> withConstant(Value value, ScalarFn fn) {
  auto op = value.getDefiningOp<ElementwiseOp>();
  if (!op || op.getFn() != fn || !value.hasOneUse())
    return std::nullopt;
  Value a = op.getInputs()[0], b = op.getInputs()[1];
  if (isConstant(a) == isConstant(b))
    return std::nullopt;
  return isConstant(b) ? WithConstant{a, b} : WithConstant{b, a};
}

/// The weights of `product` along its channels: dimension `channel` of its
/// result, which only they have.
static std::optional<ScaledWeights> weightsOf(Operation *product,
                                              unsigned channel) {
  if (auto window = dyn_cast_or_null<WindowOp>(product)) {
    if (window.getKind() != WindowKind::Convolve ||
        window.channelDim() != channel || !isConstant(window.getFilter()))
      return std::nullopt;
    return ScaledWeights{1, 0, channel};
  }
  auto contract = dyn_cast_or_null<ContractOp>(product);
  if (!contract)
    return std::nullopt;
  for (unsigned i : {0, 1}) {
    llvm::ArrayRef<int64_t> loops =
        i == 0 ? contract.getLhsLoops() : contract.getRhsLoops();
    const auto *found = llvm::find(loops, static_cast<int64_t>(channel));
    if (found != loops.end() && isConstant(product->getOperand(i)))
      return ScaledWeights{i, static_cast<unsigned>(found - loops.begin()),
                           channel};
  }
  return std::nullopt;
}

/// The result dimension along which `factor` runs: all its others have size 1.
static std::optional<unsigned> channelOf(Value factor, Value result) {
  Sizes sizes = sizesOf(factor);
  size_t missing = rankOf(result) - sizes.size();
  std::optional<unsigned> channel;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (size.isConstant(1))
      continue;
    if (channel)
      return std::nullopt;
    channel = missing + dim;
  }
  return channel;
}

static bool isModerate(Value factor) {
  auto constant = factor.getDefiningOp<ConstantOp>();
  if (!constant)
    return false;
  constexpr double kGreatest = 1 << 20;
  Type type = elementTypeOf(factor);
  std::vector<char> storage;
  llvm::ArrayRef<char> bytes = constantBytes(constant, storage);
  size_t width = *elementBytes(type);
  for (size_t at = 0; at + width <= bytes.size(); at += width)
    if (!(std::abs(decodeNumber(bytes.data() + at, type).real) <= kGreatest))
      return false;
  return true;
}

/// `vector` (of any rank, one dimension above 1) along `dim` of `rank` many.
static Value along(GraphBuilder &graph, Value vector, unsigned dim,
                   size_t rank) {
  Sizes sizes(rank, IndexExpr(1));
  sizes[dim] = numElements(sizesOf(vector));
  return graph.withSizes(vector, sizes);
}

/// Scales the weights that `multiply` multiplies the product of.
static bool foldInto(ElementwiseOp multiply) {
  Type type = elementTypeOf(multiply.getResult());
  if (multiply.getFn() != ScalarFn::Mul || !(type.isF32() || type.isF64()))
    return false;
  Value result = multiply.getResult();
  Value a = multiply.getInputs()[0], b = multiply.getInputs()[1];
  if (isConstant(a) == isConstant(b))
    return false;
  Value factor = isConstant(a) ? a : b, value = isConstant(a) ? b : a;
  if (value.getType() != result.getType() || !isModerate(factor))
    return false;
  std::optional<unsigned> channel = channelOf(factor, result);
  std::optional<WithConstant> bias = withConstant(value, ScalarFn::Add);
  Value product = bias ? bias->value : value;
  if (!channel || !product.hasOneUse() || product.getType() != result.getType())
    return false;
  Operation *producer = product.getDefiningOp();
  std::optional<ScaledWeights> weights = weightsOf(producer, *channel);
  if (!weights || elementTypeOf(producer->getOperand(weights->operand)) != type)
    return false;
  // The factor may stand after the product: copies of constants move freely.
  OpBuilder builder(producer);
  GraphBuilder graph(builder, multiply.getLoc());
  Value early = builder.clone(*factor.getDefiningOp())->getResult(0);
  OpOperand &operand = producer->getOpOperand(weights->operand);
  Value scaled =
      graph.mul(operand.get(),
                along(graph, early, weights->dimension, rankOf(operand.get())));
  if (!scaled || scaled.getType() != operand.get().getType())
    return false;
  operand.set(scaled);
  Value stands = product;
  if (bias) {
    builder.setInsertionPoint(multiply);
    stands = graph.add(product, graph.mul(bias->constant, factor));
  }
  result.replaceAllUsesWith(stands);
  multiply.erase();
  if (bias)
    value.getDefiningOp()->erase();
  return true;
}

/// add(add(x, c), d) becomes add(x, c + d) for a product x: one bias.
static void joinSums(ElementwiseOp outer) {
  if (outer.getFn() != ScalarFn::Add)
    return;
  Type type = elementTypeOf(outer.getResult());
  Value a = outer.getInputs()[0], b = outer.getInputs()[1];
  if (isConstant(a) == isConstant(b) || !(type.isF32() || type.isF64()))
    return;
  std::optional<WithConstant> inner =
      withConstant(isConstant(a) ? b : a, ScalarFn::Add);
  if (!inner || inner->value.getType() != outer.getResult().getType() ||
      !isa_and_nonnull<WindowOp, ContractOp>(inner->value.getDefiningOp()))
    return;
  OpBuilder builder(outer);
  GraphBuilder graph(builder, outer.getLoc());
  Value sum = graph.add(inner->constant, isConstant(a) ? a : b);
  if (sum)
    outer.getResult().replaceAllUsesWith(graph.add(inner->value, sum));
}

LogicalResult foldScale(func::FuncOp function) {
  llvm::SmallVector<ElementwiseOp> order;
  for (ElementwiseOp op : function.getBody().front().getOps<ElementwiseOp>())
    order.push_back(op);
  for (ElementwiseOp op : order)
    if (!foldInto(op))
      joinSums(op);
  dropUnread(function);
  return success();
}

} // namespace tenon

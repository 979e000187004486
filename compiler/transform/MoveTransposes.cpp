// SPDX-License-Identifier: Apache-2.0
// Moves transposes towards the results of the graph: one sweep in program
// order, since a transpose put behind an op is met by the ops after it.
#include "compiler/transform/MoveTransposes.h"
#include "compiler/ir/graph/DimensionGroups.h"
#include "compiler/transform/CancelTransposes.h"
#include "compiler/transform/Permutation.h"

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

namespace {

/// Moves the transpose of one operand of `op` behind it. Every `move` gives
/// what stands for the result, or null where the op stays as it is.
class TransposeMover {
public:
  TransposeMover(Operation *op, TransposeOp transpose)
      : builder(op), graph(builder, op->getLoc()), op(op),
        input(transpose.getInput()), order(transpose.getPermutation()) {}

  Value move();

private:
  Value move(ElementwiseOp elementwise);
  Value move(ConcatOp concat);
  Value move(BroadcastOp broadcast);
  Value move(ReduceOp reduce);
  Value move(PadOp pad);
  Value move(SliceOp slice);
  Value move(ResampleOp resample);
  Value move(WindowOp window);
  Value move(ReshapeOp reshape);
  llvm::SmallVector<DimensionGroup> groupsInOrder(ReshapeOp reshape);

  std::optional<llvm::SmallVector<Value>> operandsInOrder(size_t rank);
  Value inOrder(Value operand);
  /// `clone` of the op on other operands, its result in the input's order.
  Value rebuilt(ArrayRef<Value> operands,
                llvm::function_ref<void(Operation *)> change);

  OpBuilder builder;
  GraphBuilder graph;
  Operation *op;
  Value input;       // of the transpose
  Permutation order; // of the transpose
};

} // namespace

static double countOf(Value value) {
  constexpr double kUnknownSize = 64;
  double count = 1;
  for (const IndexExpr &size : sizesOf(value))
    count *= static_cast<double>(size.constant().value_or(kUnknownSize));
  return count;
}

static bool isScalar(Value value) {
  return llvm::all_of(sizesOf(value),
                      [](const IndexExpr &size) { return size.isConstant(1); });
}

/// `operand`, which the op reads in the transposed order, in the order of the
/// transpose's input.
Value TransposeMover::inOrder(Value operand) {
  Sizes sizes = sizesOf(operand);
  if (isScalar(operand) && sizes.size() <= order.size())
    return operand;
  if (sizes.size() < order.size()) {
    sizes.insert(sizes.begin(), order.size() - sizes.size(), IndexExpr(1));
    operand = graph.withSizes(operand, sizes);
  }
  return transposed(graph, operand, inverse(order));
}

/// All operands in the input's order; absent when that costs too much.
std::optional<llvm::SmallVector<Value>>
TransposeMover::operandsInOrder(size_t rank) {
  if (rank != order.size())
    return std::nullopt;
  double saved = 0, spent = 0;
  for (Value operand : op->getOperands()) {
    auto transpose = operand.getDefiningOp<TransposeOp>();
    if (transpose && ArrayRef(transpose.getPermutation()) == ArrayRef(order))
      saved += countOf(operand);
    else if (!isConstant(operand) && !isScalar(operand) &&
             !(rankOf(operand) == static_cast<int64_t>(rank) &&
               keepsOrder(sizesOf(operand), inverse(order))))
      spent += countOf(operand);
  }
  constexpr double kWorthwhile = 0.5;
  if (spent > kWorthwhile * saved)
    return std::nullopt;
  llvm::SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(inOrder(operand));
  return operands;
}

Value TransposeMover::rebuilt(ArrayRef<Value> operands,
                              llvm::function_ref<void(Operation *)> change) {
  Operation *made = builder.clone(*op);
  made->setOperands(operands);
  Value result = made->getResult(0);
  result.setType(TransposeOp::resultType(result, inverse(order)));
  if (change)
    change(made);
  return transposed(graph, result, order);
}

Value TransposeMover::move(ElementwiseOp elementwise) {
  auto operands = operandsInOrder(rankOf(elementwise.getResult()));
  return operands ? rebuilt(*operands, nullptr) : Value();
}

Value TransposeMover::move(ConcatOp concat) {
  auto operands = operandsInOrder(rankOf(concat.getResult()));
  if (!operands)
    return {};
  return rebuilt(*operands, [&](Operation *made) {
    cast<ConcatOp>(made).setAxis(order[concat.getAxis()]);
  });
}

Value TransposeMover::move(BroadcastOp broadcast) {
  if (rankOf(broadcast.getResult()) != static_cast<int64_t>(order.size()))
    return {};
  return rebuilt({input}, nullptr);
}

Value TransposeMover::move(ReduceOp reduce) {
  llvm::SmallVector<int64_t> axes, kept, inputKept;
  for (size_t dim = 0; dim < order.size(); ++dim)
    if (llvm::is_contained(reduce.getAxes(), static_cast<int64_t>(dim)))
      axes.push_back(order[dim]);
    else
      kept.push_back(order[dim]);
  llvm::sort(axes);
  inputKept = kept;
  llvm::sort(inputKept);
  Permutation back;
  for (int64_t dim : kept)
    back.push_back(llvm::find(inputKept, dim) - inputKept.begin());
  return transposed(graph, graph.reduce(reduce.getKind(), input, axes, false),
                    back);
}

/// A list with one entry per dimension, in the input's order.
static IndexExprsAttr inOrder(IndexExprsAttr list, ArrayRef<int64_t> order) {
  llvm::SmallVector<IndexExpr> values = list.exprs();
  return IndexExprsAttr::from(list.getContext(),
                              permuted(ArrayRef(values), inverse(order)));
}

Value TransposeMover::move(PadOp pad) {
  return rebuilt({input, pad.getValue()}, [&](Operation *made) {
    cast<PadOp>(made).setLowAttr(tenon::inOrder(pad.getLow(), order));
  });
}

Value TransposeMover::move(SliceOp slice) {
  return rebuilt({input}, [&](Operation *made) {
    auto copy = cast<SliceOp>(made);
    copy.setStartsAttr(tenon::inOrder(slice.getStarts(), order));
    copy.setSteps(permuted(slice.getSteps(), inverse(order)));
  });
}

Value TransposeMover::move(ResampleOp resample) {
  return rebuilt({input}, [&](Operation *made) {
    cast<ResampleOp>(made).setAxis(order[resample.getAxis()]);
  });
}

/// Pooling on [batch, channels, spatial...] that is channels-last underneath.
Value TransposeMover::move(WindowOp window) {
  if (window.getFilter() || window.getChannelsLast() ||
      order != channelsFirst(order.size()))
    return {};
  return rebuilt({input}, [&](Operation *made) {
    cast<WindowOp>(made).setChannelsLast(true);
  });
}

/// Where every dimension of the input is among those that are not 1, which
/// alone decide in what order elements lie.
static llvm::SmallVector<int64_t> placesOf(Value input) {
  llvm::SmallVector<int64_t> places;
  int64_t next = 0;
  for (const IndexExpr &size : sizesOf(input))
    places.push_back(size.isConstant(1) ? -1 : next++);
  return places;
}

/// Sorts the groups of `reshape`'s operand, whose dimensions are `order` of
/// the input, by where they are in it; empty when one is not in one place.
llvm::SmallVector<DimensionGroup>
TransposeMover::groupsInOrder(ReshapeOp reshape) {
  auto groups = dimensionGroups(graph.module(), sizesOf(reshape.getInput()),
                                sizesOf(reshape.getResult()));
  if (!groups)
    return {};
  llvm::SmallVector<int64_t> places = placesOf(input);
  llvm::SmallVector<std::pair<int64_t, DimensionGroup>> placed;
  for (const DimensionGroup &group : *groups) {
    llvm::SmallVector<int64_t> own;
    for (unsigned dim = group.fromBegin; dim < group.fromEnd; ++dim)
      if (places[order[dim]] >= 0)
        own.push_back(places[order[dim]]);
    llvm::sort(own);
    if (!own.empty() &&
        own.back() - own.front() + 1 != static_cast<int64_t>(own.size()))
      return {};
    placed.push_back({own.empty() ? -1 : own.front(), group});
  }
  // Groups that begin together hold no element order: any order will do, and
  // the one they have is kept.
  std::sort(placed.begin(), placed.end(), [](const auto &a, const auto &b) {
    return std::pair(a.first, a.second.fromBegin) <
           std::pair(b.first, b.second.fromBegin);
  });
  llvm::SmallVector<DimensionGroup> result;
  for (const auto &[place, group] : placed)
    result.push_back(group);
  return result;
}

/// Splits and joins dimensions of the input itself. Where joined dimensions
/// stand side by side in the input but in another order (a channel shuffle),
/// what is left before the reshape transposes only among them.
Value TransposeMover::move(ReshapeOp reshape) {
  Permutation before, after;
  Sizes sizes, to = sizesOf(reshape.getResult());
  for (const DimensionGroup &group : groupsInOrder(reshape)) {
    before.append(order.begin() + group.fromBegin,
                  order.begin() + group.fromEnd);
    for (unsigned dim = group.toBegin; dim < group.toEnd; ++dim) {
      after.push_back(dim);
      sizes.push_back(to[dim]);
    }
  }
  if (isIdentity(after))
    return {};
  Value made = graph.withSizes(transposed(graph, input, before), sizes);
  return transposed(graph, made, inverse(after));
}

Value TransposeMover::move() {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<ElementwiseOp, ConcatOp, BroadcastOp, ReduceOp, PadOp, SliceOp,
            ResampleOp, WindowOp, ReshapeOp>(
          [&](auto movable) { return move(movable); })
      .Default([](Operation *) { return Value(); });
}

static Value moveBehind(Operation *op) {
  for (Value operand : op->getOperands())
    if (auto transpose = operand.getDefiningOp<TransposeOp>()) {
      if (isConstant(operand))
        continue;
      if (Value result = TransposeMover(op, transpose).move())
        return result;
    }
  return {};
}

LogicalResult moveTransposes(func::FuncOp function) {
  llvm::SmallVector<Operation *> order;
  for (Operation &op : function.getBody().front())
    order.push_back(&op);
  for (Operation *op : order) {
    OpBuilder builder(op);
    GraphBuilder graph(builder, op->getLoc());
    Value result;
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      result =
          transposed(graph, transpose.getInput(), transpose.getPermutation());
      // As good as it was: the copy would only be noise.
      if (auto made = result.getDefiningOp<TransposeOp>())
        if (made.getInput() == transpose.getInput() && made != transpose) {
          made.erase();
          continue;
        }
    } else {
      result = moveBehind(op);
    }
    if (result)
      op->getResult(0).replaceAllUsesWith(result);
  }
  dropUnread(function);
  return success();
}

} // namespace tenon

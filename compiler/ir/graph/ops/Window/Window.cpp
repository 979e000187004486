// SPDX-License-Identifier: Apache-2.0
// A window slid over the spatial dimensions: convolution and pooling.
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Window.cpp.inc"

void tenon::registerWindow(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Window.cpp.inc"
      >();
}

IndexExpr WindowOp::outputSize(const IndexExpr &size, int64_t kernel,
                               int64_t stride, int64_t dilation,
                               int64_t inputDilation, const IndexExpr &low,
                               const IndexExpr &high, bool ceilMode) {
  IndexExpr spread = (size - 1) * inputDilation + 1;
  IndexExpr room = spread + low + high - ((kernel - 1) * dilation + 1);
  return (ceilMode ? IndexExpr::ceilDiv(room, stride)
                   : IndexExpr::floorDiv(room, stride)) +
         1;
}

/// The loads of a convolution lie inside because these sizes agree.
static LogicalResult verifyFilter(WindowOp op) {
  Sizes filter = sizesOf(op.getFilter());
  if (filter.size() != op.spatialRank() + 2)
    return op.emitOpError()
           << "the filter must have rank " << op.spatialRank() + 2;
  for (auto [size, taps] :
       llvm::zip(llvm::drop_begin(filter, 2), op.getKernel()))
    if (!size.isConstant(taps))
      return op.emitOpError() << "the filter has " << size.str()
                              << " taps where the kernel has " << taps;
  int64_t groups = op.getGroups();
  IndexExpr channels = sizesOf(op.getInput())[op.channelDim()];
  if (filter[1] * groups != channels)
    return op.emitOpError()
           << "the filter reads " << groups << " groups of " << filter[1].str()
           << " channels, the input has " << channels.str();
  if (filter[0] != sizesOf(op.getResult())[op.channelDim()] ||
      IndexExpr::floorDiv(filter[0], groups) * groups != filter[0])
    return op.emitOpError()
           << "the result's channels must be the filter's " << filter[0].str()
           << ", a multiple of " << groups << " groups";
  Type type = elementTypeOf(op.getInput());
  Type result = elementTypeOf(op.getResult());
  if (elementTypeOf(op.getFilter()) != type ||
      (result != type && result != accumulatorType(type)))
    return op.emitOpError("element types differ");
  return success();
}

LogicalResult WindowOp::verify() {
  size_t spatial = spatialRank();
  int64_t rank = static_cast<int64_t>(spatial) + 2;
  if (rankOf(getInput()) != rank || rankOf(getResult()) != rank)
    return emitOpError() << "input and result must have rank " << rank;
  if (getStrides().size() != spatial || getDilations().size() != spatial ||
      getInputDilations().size() != spatial ||
      getLow().getValues().size() != spatial ||
      getHigh().getValues().size() != spatial)
    return emitOpError("one stride, dilation and padding per dimension");
  auto positive = [](int64_t value) { return value > 0; };
  if (!llvm::all_of(getKernel(), positive) ||
      !llvm::all_of(getStrides(), positive) ||
      !llvm::all_of(getDilations(), positive) ||
      !llvm::all_of(getInputDilations(), positive) ||
      !positive(static_cast<int64_t>(getGroups())))
    return emitOpError("kernel, strides, dilations, groups must be positive");
  if (!getLow().isValid() || !getHigh().isValid())
    return emitOpError("a padding is not a size expression");
  Sizes from = sizesOf(getInput()), to = sizesOf(getResult());
  if (from[0] != to[0])
    return emitOpError("input and result must have the same batch");
  if ((getKind() == WindowKind::Convolve) != static_cast<bool>(getFilter()))
    return emitOpError("a filter belongs to convolve and to nothing else");
  if (getFilter())
    return verifyFilter(*this);
  if (from[channelDim()] != to[channelDim()])
    return emitOpError("input and result must have the same channels");
  Type type = getKind() == WindowKind::ArgMax
                  ? IntegerType::get(getContext(), 64)
                  : elementTypeOf(getInput());
  if (elementTypeOf(getResult()) != type)
    return emitOpError() << "the result's elements must be of " << type;
  return success();
}

namespace {

/// The parts of one window's element, built once per element.
struct Taps {
  llvm::SmallVector<IndexVariable> variables; // the taps, then the channels
  llvm::SmallVector<IndexExpr> position;      // spatial input index per dim
  llvm::SmallVector<IndexBound> bounds;       // where the tap is inside
};

} // namespace

static Taps makeTaps(WindowOp op, ElementBuilder &builder,
                     llvm::ArrayRef<IndexExpr> index) {
  Taps taps;
  Sizes sizes = sizesOf(op.getInput());
  llvm::SmallVector<IndexExpr> low = op.getLow().exprs();
  for (unsigned i = 0; i < op.spatialRank(); ++i) {
    unsigned dim = op.spatialDim(i);
    IndexVariable tap = builder.variable(op.getKernel()[i]);
    taps.variables.push_back(tap);
    IndexExpr at = index[dim] * op.getStrides()[i] +
                   tap.expr() * op.getDilations()[i] - low[i];
    int64_t spread = op.getInputDilations()[i];
    if (spread != 1) {
      // Between the elements of a dilated input there is nothing to read.
      taps.bounds.push_back({builder.mod(at, spread), IndexExpr(1)});
      at = builder.floorDiv(at, spread);
    }
    taps.position.push_back(at);
    taps.bounds.push_back({at, sizes[dim]});
  }
  return taps;
}

/// The number of elements an average divides by, in each dimension the taps
/// that lie in [-low, size + high) or, without padding, in [0, size).
static Element averageCount(WindowOp op, ElementBuilder &builder,
                            llvm::ArrayRef<IndexExpr> index, Type type) {
  Sizes sizes = sizesOf(op.getInput());
  llvm::SmallVector<IndexExpr> low = op.getLow().exprs();
  llvm::SmallVector<IndexExpr> high = op.getHigh().exprs();
  bool padded = op.getKind() == WindowKind::AveragePadded;
  IndexExpr count(1);
  for (unsigned i = 0; i < op.spatialRank(); ++i) {
    unsigned dim = op.spatialDim(i);
    int64_t dilation = op.getDilations()[i];
    IndexExpr begin = index[dim] * op.getStrides()[i] - low[i];
    IndexExpr end = sizes[dim] + (padded ? high[i] : IndexExpr(0));
    IndexExpr last = IndexExpr::min(IndexExpr(op.getKernel()[i]),
                                    IndexExpr::ceilDiv(end - begin, dilation));
    IndexExpr first =
        padded
            ? IndexExpr(0)
            : IndexExpr::max(IndexExpr(0), IndexExpr::ceilDiv(
                                               IndexExpr(0) - begin, dilation));
    count = count * builder.simplify(last - first);
  }
  Type i64 = IntegerType::get(op.getContext(), 64);
  return builder.cast(builder.index(count, i64), type);
}

static Element convolveElement(WindowOp op, ElementBuilder &builder,
                               llvm::ArrayRef<IndexExpr> index, Taps taps) {
  Type type = elementTypeOf(op.getResult()), sum = accumulatorType(type);
  unsigned channelDim = op.channelDim();
  Sizes filterSizes = sizesOf(op.getFilter());
  IndexExpr perGroup =
      builder.floorDiv(sizesOf(op.getResult())[channelDim], op.getGroups());
  IndexVariable channel = builder.variable(filterSizes[1]);
  IndexExpr group = op.getGroups() == 1
                        ? IndexExpr(0)
                        : builder.floorDiv(index[channelDim], perGroup);
  llvm::SmallVector<IndexExpr> at(index),
      weightAt{index[channelDim], channel.expr()};
  at[channelDim] = group * filterSizes[1] + channel.expr();
  for (unsigned i = 0; i < op.spatialRank(); ++i) {
    at[op.spatialDim(i)] = taps.position[i];
    weightAt.push_back(taps.variables[i].expr());
  }
  Element value = builder.cast(builder.load(op.getInput(), at), sum);
  Element weight = builder.cast(builder.load(op.getFilter(), weightAt), sum);
  Element product = builder.apply(ScalarFn::Mul, {value, weight});
  taps.variables.push_back(channel);
  Element inside = builder.guard(taps.bounds, product, builder.literal(0, sum));
  return builder.cast(builder.reduce(ReduceKind::Sum, taps.variables, inside),
                      type);
}

/// What a maximum starts from: nothing in the window is smaller.
static Element lowest(ElementBuilder &builder, Type type) {
  if (isa<FloatType>(type))
    return builder.real(-std::numeric_limits<double>::infinity(), type);
  if (type.isUnsignedInteger())
    return builder.integer(0, type);
  unsigned bits = type.getIntOrFloatBitWidth();
  return builder.integer(INT64_MIN >> (64 - bits), type);
}

/// ArgMax: the flat spatial index (row-major over the input's plane) of the
/// greatest element, as a fold over the flat index of the tap.
static Element argMaxElement(WindowOp op, ElementBuilder &builder,
                             llvm::ArrayRef<IndexExpr> index) {
  Sizes kernel, plane, inputSizes = sizesOf(op.getInput());
  for (unsigned i = 0; i < op.spatialRank(); ++i) {
    kernel.push_back(op.getKernel()[i]);
    plane.push_back(inputSizes[op.spatialDim(i)]);
  }
  Type type = elementTypeOf(op.getInput()), i64 = elementTypeOf(op.getResult());
  IndexVariable tap = builder.variable(numElements(kernel));
  llvm::SmallVector<IndexExpr> low = op.getLow().exprs();
  auto positionOf = [&](const IndexExpr &flat) {
    llvm::SmallVector<IndexExpr> taps = builder.delinearize(flat, kernel);
    for (auto [i, at] : llvm::enumerate(taps))
      at = index[op.spatialDim(i)] * op.getStrides()[i] +
           at * op.getDilations()[i] - low[i];
    return taps;
  };
  llvm::SmallVector<IndexExpr> at(index);
  llvm::SmallVector<IndexBound> bounds;
  for (auto [i, position] : llvm::enumerate(positionOf(tap.expr()))) {
    at[op.spatialDim(i)] = position;
    bounds.push_back({position, plane[i]});
  }
  Element value = builder.guard(bounds, builder.load(op.getInput(), at),
                                lowest(builder, type));
  Element best = builder.reduce(ReduceKind::ArgMax, {tap}, value, i64);
  IndexExpr winner = builder.computedIndex(best, tap.extent, false);
  return builder.index(ElementBuilder::linearize(positionOf(winner), plane),
                       i64);
}

Element WindowOp::element(ElementBuilder &builder, unsigned,
                          llvm::ArrayRef<IndexExpr> index) {
  if (getKind() == WindowKind::ArgMax)
    return argMaxElement(*this, builder, index);
  Taps taps = makeTaps(*this, builder, index);
  if (getKind() == WindowKind::Convolve)
    return convolveElement(*this, builder, index, std::move(taps));
  Type type = elementTypeOf(getResult()), sum = accumulatorType(type);
  llvm::SmallVector<IndexExpr> at(index);
  for (unsigned i = 0; i < spatialRank(); ++i)
    at[spatialDim(i)] = taps.position[i];
  Element value = builder.load(getInput(), at);
  if (getKind() == WindowKind::Max) {
    Element inside = builder.guard(taps.bounds, value, lowest(builder, type));
    return builder.reduce(ReduceKind::Max, taps.variables, inside);
  }
  Element inside = builder.guard(taps.bounds, builder.cast(value, sum),
                                 builder.literal(0, sum));
  Element total = builder.reduce(ReduceKind::Sum, taps.variables, inside);
  if (getKind() != WindowKind::Sum)
    total = builder.apply(ScalarFn::Div,
                          {total, averageCount(*this, builder, index, sum)});
  return builder.cast(total, type);
}

// SPDX-License-Identifier: Apache-2.0
// Makes random graphs. Every number stays a small whole one: a function that
// leaves them is followed by a rounding, so that an order of summation cannot
// tell two correct computations apart.
#include "test/fuzz/RandomGraph.h"

using namespace mlir;

namespace tenon {

namespace {

constexpr int64_t kMaxElements = 2000;

int64_t sizeOf(Value x, int64_t dim) { return *sizesOf(x)[dim].constant(); }

llvm::SmallVector<int64_t> shapeOf(Value x) {
  llvm::SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < rankOf(x); ++dim)
    shape.push_back(sizeOf(x, dim));
  return shape;
}

Sizes sizesOfShape(llvm::ArrayRef<int64_t> shape) {
  return Sizes(shape.begin(), shape.end());
}

bool isBool(Value x) { return elementTypeOf(x).isInteger(1); }
bool isFloat(Value x) { return isa<FloatType>(elementTypeOf(x)); }

} // namespace

RandomGraph::RandomGraph(MLIRContext &context, uint32_t seed)
    : random(seed), owned(ModuleOp::create(UnknownLoc::get(&context))),
      builder(owned->getBodyRegion()),
      graph(builder, UnknownLoc::get(&context)) {
  addInputs();
  addOps();
  addOutputs();
}

void RandomGraph::addInputs() {
  Type types[] = {builder.getF32Type(), builder.getI32Type(),
                  builder.getI1Type()};
  llvm::SmallVector<Type> inputTypes;
  for (int64_t i = 1 + below(3); i > 0; --i) {
    Shape shape;
    for (int64_t dim = below(5); dim > 0; --dim)
      shape.push_back(oneIn(4) ? 1 : 1 + below(9));
    // Mostly numbers: a truth value has few functions.
    Type element = types[oneIn(8) ? 2 : oneIn(3) ? 1 : 0];
    inputTypes.push_back(RankedTensorType::get(shape, element));
  }
  main = builder.create<func::FuncOp>(graph.location(), "main",
                                      builder.getFunctionType(inputTypes, {}));
  Block *block = main.addEntryBlock();
  builder.setInsertionPointToStart(block);
  for (BlockArgument argument : block->getArguments()) {
    made.push_back(argument);
    values.push_back(randomTensor(cast<RankedTensorType>(argument.getType())));
  }
}

reference::Tensor RandomGraph::randomTensor(RankedTensorType type) {
  Type element = type.getElementType();
  auto tensor =
      llvm::cantFail(reference::Tensor::make(element, type.getShape()));
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    int64_t number = element.isInteger(1) ? below(2) : below(17) - 8;
    if (tensor.isReal())
      tensor.reals()[i] = static_cast<double>(number);
    else
      tensor.integers()[i] = number;
  }
  return tensor;
}

void RandomGraph::addOps() {
  for (int64_t i = 3 + below(8); i > 0; --i) {
    // The latest values most often: chains are what fusion is about.
    size_t back = oneIn(3) ? made.size() : std::min<size_t>(2, made.size());
    Value next = anyOp(made[made.size() - 1 - below(back)]);
    int64_t elements = *numElements(sizesOf(next)).constant();
    constexpr int64_t kMaxRank = 6;
    if (elements > 0 && elements <= kMaxElements && rankOf(next) <= kMaxRank)
      made.push_back(next);
  }
}

void RandomGraph::addOutputs() {
  llvm::SmallVector<Value> results{made.back()};
  for (int64_t i = below(3); i > 0; --i)
    results.push_back(made[below(made.size())]);
  builder.create<func::ReturnOp>(graph.location(), results);
  main.setType(builder.getFunctionType(main.getArgumentTypes(),
                                       ValueRange(results).getTypes()));
  auto name = [&](const char *prefix, unsigned i) {
    return builder.getStringAttr(prefix + std::to_string(i));
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    main.setArgAttr(i, "tenon.name", name("x", i));
  for (unsigned i = 0; i < results.size(); ++i)
    main.setResultAttr(i, "tenon.name", name("y", i));
}

Value RandomGraph::anyOp(Value x) {
  static constexpr Value (RandomGraph::*kLayout[])(Value) = {
      &RandomGraph::broadcast, &RandomGraph::reshape, &RandomGraph::transpose,
      &RandomGraph::slice,     &RandomGraph::pad,     &RandomGraph::concat,
      &RandomGraph::gather};
  static constexpr Value (RandomGraph::*kFolds[])(Value) = {
      &RandomGraph::reduce, &RandomGraph::contract, &RandomGraph::window,
      &RandomGraph::convolve};
  switch (below(5)) {
  case 0:
  case 1:
    return elementwise(x);
  case 2:
  case 3:
    return (this->*kLayout[below(std::size(kLayout))])(x);
  default:
    return (this->*kFolds[below(std::size(kFolds))])(x);
  }
}

Value RandomGraph::constantOf(llvm::ArrayRef<int64_t> shape, Type element) {
  auto type = RankedTensorType::get(shape, element);
  if (oneIn(3))
    return graph.splat(static_cast<double>(below(2)), sizesOfShape(shape),
                       element);
  return graph.constant(type, randomTensor(type).toBytes());
}

Value RandomGraph::partnerOf(Value x) {
  for (int tries = 0; tries < 3; ++tries) {
    Value other = made[below(made.size())];
    if (elementTypeOf(other) == elementTypeOf(x) &&
        ElementwiseOp::resultType(ScalarFn::Equal, {x, other}, {}))
      return other;
  }
  Shape shape = shapeOf(x);
  for (int64_t &size : shape)
    if (oneIn(3))
      size = 1;
  shape.erase(shape.begin(), shape.begin() + below(shape.size() + 1));
  return constantOf(shape, elementTypeOf(x));
}

Value RandomGraph::bounded(Value x) {
  if (isBool(x))
    return x;
  Value low = graph.apply(ScalarFn::Max, x, -8);
  return graph.apply(ScalarFn::Min, low, 8);
}

//===--- Elementwise ------------------------------------------------------===//

Value RandomGraph::elementwise(Value x) {
  if (oneIn(6))
    return castOf(x);
  if (oneIn(5)) {
    constexpr ScalarFn kCompare[] = {ScalarFn::Equal, ScalarFn::NotEqual,
                                     ScalarFn::Less, ScalarFn::GreaterEqual};
    ScalarFn fn = kCompare[below(isBool(x) ? 2 : std::size(kCompare))];
    return graph.apply(fn, {x, partnerOf(x)});
  }
  if (isBool(x))
    return boolFunction(x);
  return isFloat(x) ? floatFunction(x) : integerFunction(x);
}

Value RandomGraph::castOf(Value x) {
  Type types[] = {builder.getF32Type(), builder.getI32Type(),
                  builder.getI64Type(), builder.getI1Type()};
  return graph.cast(x, types[below(std::size(types))]);
}

Value RandomGraph::boolFunction(Value x) {
  constexpr ScalarFn kBinary[] = {ScalarFn::And, ScalarFn::Or, ScalarFn::Xor};
  if (oneIn(3))
    return graph.apply(ScalarFn::Not, {x});
  if (oneIn(2))
    return graph.apply(kBinary[below(3)], {x, partnerOf(x)});
  Value number = constantOf(shapeOf(x), builder.getF32Type());
  return graph.select(x, number, graph.scalar(3, builder.getF32Type()));
}

Value RandomGraph::floatFunction(Value x) {
  constexpr ScalarFn kExact[] = {ScalarFn::Neg, ScalarFn::Abs, ScalarFn::Sign,
                                 ScalarFn::Floor, ScalarFn::Trunc};
  constexpr ScalarFn kRounded[] = {ScalarFn::Exp, ScalarFn::Tanh,
                                   ScalarFn::Sigmoid, ScalarFn::Erf};
  constexpr ScalarFn kBinary[] = {ScalarFn::Add, ScalarFn::Sub, ScalarFn::Mul,
                                  ScalarFn::Min, ScalarFn::Max};
  switch (below(4)) {
  case 0:
    return graph.apply(kExact[below(std::size(kExact))], {x});
  case 1: {
    // Scaled and shifted so that no exact result lies at a half, where the
    // last bit of the function would decide the rounding.
    Value y = graph.apply(kRounded[below(std::size(kRounded))], {bounded(x)});
    y = graph.apply(ScalarFn::Add, graph.apply(ScalarFn::Mul, y, 3), 0.3125);
    return bounded(graph.apply(ScalarFn::Round, {y}));
  }
  default:
    return bounded(
        graph.apply(kBinary[below(std::size(kBinary))], {x, partnerOf(x)}));
  }
}

Value RandomGraph::integerFunction(Value x) {
  constexpr ScalarFn kUnary[] = {ScalarFn::Neg, ScalarFn::Abs, ScalarFn::Sign,
                                 ScalarFn::Not};
  constexpr ScalarFn kBinary[] = {ScalarFn::Add, ScalarFn::Sub, ScalarFn::Mul,
                                  ScalarFn::Div, ScalarFn::Mod, ScalarFn::Fmod,
                                  ScalarFn::Min, ScalarFn::Max, ScalarFn::And,
                                  ScalarFn::Or,  ScalarFn::Xor};
  if (oneIn(4))
    return graph.apply(kUnary[below(std::size(kUnary))], {x});
  return bounded(
      graph.apply(kBinary[below(std::size(kBinary))], {x, partnerOf(x)}));
}

//===--- Layout -----------------------------------------------------------===//

Value RandomGraph::broadcast(Value x) {
  Shape shape = shapeOf(x);
  for (int64_t &size : shape)
    if (size == 1 && oneIn(2))
      size = 1 + below(5);
  if (oneIn(2))
    shape.insert(shape.begin(), 1 + below(3));
  return graph.broadcast(x, sizesOfShape(shape));
}

Value RandomGraph::reshape(Value x) {
  int64_t left = *numElements(sizesOf(x)).constant();
  Shape shape;
  for (int64_t factor : {2, 3, 5, 4, 1})
    if (left % factor == 0 && oneIn(2)) {
      shape.push_back(factor);
      left /= factor;
    }
  shape.insert(shape.begin() + below(shape.size() + 1), left);
  return graph.reshape(x, sizesOfShape(shape));
}

Value RandomGraph::transpose(Value x) {
  Shape order;
  for (int64_t dim = 0; dim < rankOf(x); ++dim)
    order.insert(order.begin() + below(order.size() + 1), dim);
  return graph.transpose(x, order);
}

Value RandomGraph::slice(Value x) {
  Shape starts, steps, counts;
  for (int64_t size : shapeOf(x)) {
    int64_t step = 1 + below(3), start = below(size);
    bool back = oneIn(2);
    int64_t most = back ? start / step + 1 : (size - start - 1) / step + 1;
    starts.push_back(start);
    steps.push_back(back ? -step : step);
    counts.push_back(1 + below(most));
  }
  return graph.slice(x, sizesOfShape(starts), steps, sizesOfShape(counts));
}

Value RandomGraph::pad(Value x) {
  constexpr PadMode kModes[] = {PadMode::Constant, PadMode::Edge,
                                PadMode::Reflect, PadMode::Wrap};
  Shape low, high;
  for (int64_t dim = 0; dim < rankOf(x); ++dim) {
    low.push_back(below(3));
    high.push_back(below(3));
  }
  Value value = graph.scalar(isBool(x) ? 1 : 5, elementTypeOf(x));
  return graph.pad(x, value, sizesOfShape(low), sizesOfShape(high),
                   kModes[below(std::size(kModes))]);
}

Value RandomGraph::concat(Value x) {
  if (rankOf(x) == 0)
    return x;
  int64_t axis = below(rankOf(x));
  llvm::SmallVector<Value> parts{x};
  for (int64_t i = 1 + below(2); i > 0; --i) {
    Shape shape = shapeOf(x);
    shape[axis] = 1 + below(4);
    parts.insert(parts.begin() + below(parts.size() + 1),
                 oneIn(2) ? x : constantOf(shape, elementTypeOf(x)));
  }
  return graph.concat(parts, axis);
}

Value RandomGraph::gather(Value x) {
  if (rankOf(x) == 0)
    return x;
  int64_t axis = below(rankOf(x)), size = sizeOf(x, axis);
  Shape indices;
  for (int64_t i = 1 + below(5); i > 0; --i)
    indices.push_back(below(2 * size) - size);
  return graph.gather(x, graph.integers(indices), axis);
}

//===--- Folds ------------------------------------------------------------===//

Value RandomGraph::reduce(Value x) {
  if (rankOf(x) == 0 || isBool(x))
    return x;
  constexpr ReduceKind kKinds[] = {ReduceKind::Sum, ReduceKind::Max,
                                   ReduceKind::Min};
  constexpr ReduceKind kArg[] = {ReduceKind::ArgMax, ReduceKind::ArgMin,
                                 ReduceKind::ArgMaxLast,
                                 ReduceKind::ArgMinLast};
  bool keep = oneIn(2);
  if (oneIn(4))
    return graph.reduce(kArg[below(4)], x, {below(rankOf(x))}, keep);
  Shape axes;
  for (int64_t axis = 0; axis < rankOf(x); ++axis)
    if (oneIn(2))
      axes.push_back(axis);
  if (axes.empty())
    axes.push_back(rankOf(x) - 1);
  return bounded(graph.reduce(kKinds[below(3)], x, axes, keep));
}

Value RandomGraph::contract(Value x) {
  if (rankOf(x) == 0 || isBool(x))
    return x;
  // The last dimension against a matrix, as is or transposed.
  int64_t columns = rankOf(x) - 1, inner = rankOf(x);
  Shape loops;
  for (int64_t dim = 0; dim < columns; ++dim)
    loops.push_back(dim);
  loops.push_back(inner);
  int64_t depth = sizeOf(x, columns), width = 1 + below(40);
  bool turned = oneIn(3);
  Shape shape = {turned ? width : depth, turned ? depth : width};
  Shape filterLoops = {turned ? columns : inner, turned ? inner : columns};
  Value filter = constantOf(shape, elementTypeOf(x));
  return bounded(graph.contract(x, loops, filter, filterLoops, rankOf(x)));
}

Value RandomGraph::window(Value x) {
  if (rankOf(x) < 3 || isBool(x))
    return x;
  WindowShape shape;
  for (int64_t dim = 2; dim < rankOf(x); ++dim) {
    shape.kernel.push_back(1 + below(std::min<int64_t>(3, sizeOf(x, dim))));
    shape.strides.push_back(1 + below(2));
    shape.low.push_back(below(shape.kernel.back()));
    shape.high.push_back(below(shape.kernel.back()));
  }
  WindowKind kind = oneIn(2) ? WindowKind::Max : WindowKind::Sum;
  return bounded(graph.window(kind, x, {}, shape));
}

Value RandomGraph::convolve(Value x) {
  if (rankOf(x) < 3 || !isFloat(x))
    return x;
  WindowShape shape;
  int64_t channels = sizeOf(x, 1);
  shape.groups = oneIn(3) ? channels : 1;
  int64_t filters =
      shape.groups == 1 ? 1 + below(20) : channels * (1 + below(2));
  Shape filter = {filters, channels / shape.groups};
  for (int64_t dim = 2; dim < rankOf(x); ++dim) {
    filter.push_back(1 + below(std::min<int64_t>(3, sizeOf(x, dim))));
    shape.kernel.push_back(filter.back());
    shape.strides.push_back(1 + below(2));
    shape.low.push_back(below(filter.back()));
    shape.high.push_back(below(filter.back()));
  }
  Value weights = constantOf(filter, elementTypeOf(x));
  return bounded(graph.window(WindowKind::Convolve, x, weights, shape));
}

} // namespace tenon

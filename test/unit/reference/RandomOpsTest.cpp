// SPDX-License-Identifier: Apache-2.0
// Chains of random ops. Three ways must give the same bits: whole tensors
// over lanes, single elements on demand through the whole chain, and a plain
// walk of each op's element.
#include "compiler/ir/graph/GraphBuilder.h"
#include "compiler/reference/ElementEvaluator.h"
#include "mlir/IR/Verifier.h"
#include "test/unit/reference/PlainWalk.h"
#include "test/unit/reference/ReferenceTest.h"
#include <random>

namespace tenon::reference {
namespace {

class RandomOpsTest : public ReferenceTest {
protected:
  int below(int64_t limit) {
    return int(std::uniform_int_distribution<int64_t>(0, limit - 1)(random));
  }

  /// Numbers on a coarse grid, on which sums and products are exact.
  Tensor randomTensor(mlir::Type element, Shape shape) {
    Tensor made = llvm::cantFail(Tensor::make(element, shape));
    for (int64_t i = 0; i < made.numElements(); ++i)
      if (made.isReal())
        made.reals()[i] = (below(33) - 16) / 8.0;
      else
        made.integers()[i] = below(5) - 2;
    return made;
  }

  mlir::Value randomOp(GraphBuilder &graph, mlir::Value x) {
    int64_t rank = rankOf(x);
    switch (below(12)) {
    case 0:
      return graph.apply(below(2) ? ScalarFn::Neg : ScalarFn::Abs, {x});
    case 1:
      return graph.add(x, x);
    case 2:
      return graph.transpose(x, permutation(rank));
    case 3:
      return reshape(graph, x);
    case 4:
      return slice(graph, x);
    case 5:
      return pad(graph, x);
    case 6:
      return rank ? graph.concat({x, x, slice(graph, x, below(rank))}, sliced)
                  : x;
    case 7:
      return rank ? reduce(graph, x) : x;
    case 8:
      return rank ? gather(graph, x) : x;
    case 9:
      return window(graph, x);
    case 10:
      return rank ? contract(graph, x) : x;
    default:
      return rank ? scan(graph, x) : x;
    }
  }

  llvm::SmallVector<int64_t> permutation(int64_t rank) {
    llvm::SmallVector<int64_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    return order;
  }
  static int64_t sizeOf(mlir::Value x, int64_t dim) {
    return *sizesOf(x)[dim].constant();
  }
  mlir::Value reshape(GraphBuilder &graph, mlir::Value x) {
    int64_t left = *numElements(sizesOf(x)).constant();
    Sizes sizes;
    for (int64_t factor : {2, 3, 4})
      if (left && left % factor == 0 && below(2)) {
        sizes.push_back(factor);
        left /= factor;
      }
    sizes.insert(sizes.begin() + below(sizes.size() + 1), IndexExpr(left));
    return graph.reshape(x, sizes);
  }
  /// Slices every dimension, or only `axis`.
  mlir::Value slice(GraphBuilder &graph, mlir::Value x, int64_t axis = -1) {
    Sizes starts, sizes;
    llvm::SmallVector<int64_t> steps;
    for (int64_t dim = 0; dim < rankOf(x); ++dim) {
      int64_t size = sizeOf(x, dim), step = 1 + below(3);
      if ((axis >= 0 && dim != axis) || size == 0) {
        starts.push_back(0), steps.push_back(1), sizes.push_back(size);
        continue;
      }
      bool back = below(2);
      starts.push_back(back ? size - 1 : 0);
      steps.push_back(back ? -step : step);
      sizes.push_back((size + step - 1) / step);
    }
    sliced = std::max<int64_t>(axis, 0);
    return graph.slice(x, starts, steps, sizes);
  }
  mlir::Value pad(GraphBuilder &graph, mlir::Value x) {
    Sizes low, high;
    bool empty = false;
    for (int64_t dim = 0; dim < rankOf(x); ++dim) {
      empty |= sizeOf(x, dim) == 0;
      low.push_back(below(4));
      high.push_back(below(3));
    }
    auto mode = static_cast<PadMode>(empty ? 0 : below(4));
    return graph.pad(x, graph.scalar(7, elementTypeOf(x)), low, high, mode);
  }
  mlir::Value reduce(GraphBuilder &graph, mlir::Value x) {
    auto kind = static_cast<ReduceKind>(below(8));
    if (kind == ReduceKind::Product)
      kind = ReduceKind::Min; // products leave the grid
    llvm::SmallVector<int64_t> axes = {below(rankOf(x))};
    return graph.cast(graph.reduce(kind, x, axes, below(2)), elementTypeOf(x));
  }
  mlir::Value gather(GraphBuilder &graph, mlir::Value x) {
    int64_t axis = below(rankOf(x)), size = sizeOf(x, axis);
    llvm::SmallVector<int64_t> indices;
    for (int i = below(4); i > 0 && size; --i)
      indices.push_back(below(2 * size) - size);
    return graph.gather(x, graph.integers(indices), axis);
  }
  mlir::Value window(GraphBuilder &graph, mlir::Value x) {
    if (rankOf(x) != 3 || sizeOf(x, 2) < 3)
      return graph.add(x, x);
    WindowShape shape;
    shape.kernel = {1 + below(3)};
    shape.strides = {1 + below(2)};
    shape.low = {below(2)};
    shape.high = {below(2)};
    constexpr WindowKind kKinds[] = {WindowKind::Sum, WindowKind::Max,
                                     WindowKind::ArgMax};
    WindowKind kind = kKinds[below(3)];
    return graph.cast(graph.window(kind, x, {}, shape), elementTypeOf(x));
  }
  mlir::Value contract(GraphBuilder &graph, mlir::Value x) {
    // Sums the last dimension against a constant matrix.
    llvm::SmallVector<int64_t> loops;
    for (int64_t dim = 0; dim + 1 < rankOf(x); ++dim)
      loops.push_back(dim);
    int64_t columns = rankOf(x) - 1, inner = rankOf(x);
    loops.push_back(inner);
    int64_t size = sizeOf(x, rankOf(x) - 1);
    mlir::Value ones = graph.splat(0.5, {size, IndexExpr(2)}, elementTypeOf(x));
    return graph.contract(x, loops, ones, {inner, columns}, rankOf(x));
  }
  mlir::Value scan(GraphBuilder &graph, mlir::Value x) {
    return graph.mlirBuilder().create<ScanOp>(
        graph.location(), x.getType(), x,
        below(2) ? ReduceKind::Sum : ReduceKind::Max, below(rankOf(x)), false);
  }

  /// A function of `count` random ops on one argument.
  mlir::func::FuncOp randomFunction(mlir::Type element, int count) {
    Shape shape;
    for (int dim = 1 + below(4); dim > 0; --dim)
      shape.push_back(below(8) ? 1 + below(7) : 0);
    auto inputType = mlir::RankedTensorType::get(shape, element);
    module = mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
    mlir::OpBuilder builder(module->getBodyRegion());
    auto function = builder.create<mlir::func::FuncOp>(
        module->getLoc(), "main",
        builder.getFunctionType({inputType}, {inputType}));
    mlir::Block *block = function.addEntryBlock();
    builder.setInsertionPointToStart(block);
    GraphBuilder graph(builder, module->getLoc());
    mlir::Value x = block->getArgument(0);
    for (int i = 0; i < count; ++i) {
      constexpr int64_t kMost = 3000;
      mlir::Value next = randomOp(graph, x);
      if (*numElements(sizesOf(next)).constant() <= kMost)
        x = next;
    }
    builder.create<mlir::func::ReturnOp>(module->getLoc(), x);
    function.setType(builder.getFunctionType({inputType}, {x.getType()}));
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    return function;
  }

  static bool same(const Number &a, const Number &b) {
    if (!a.isFloat || !b.isFloat)
      return a.isFloat == b.isFloat && a.integer == b.integer;
    return a.real == b.real || (std::isnan(a.real) && std::isnan(b.real));
  }

  void walkOp(mlir::Operation *op,
              const llvm::DenseMap<mlir::Value, Tensor> &tensors) {
    auto body = mlir::cast<TensorBody>(op);
    const Tensor &result = tensors.find(op->getResult(0))->second;
    for (int64_t position = 0; position < result.numElements();
         position += 1 + below(5)) {
      ElementBuilder builder;
      llvm::SmallVector<IndexExpr> index;
      for (unsigned dim = 0; dim < result.rank(); ++dim)
        index.push_back(position / result.strideElements(dim) %
                        result.shape()[dim]);
      PlainWalk plain(builder, [&](mlir::Value value) -> const Tensor & {
        return tensors.find(value)->second;
      });
      Number number = plain.walk(body.element(builder, 0, index));
      if (number.isFloat)
        number.real = result.scalarType().round(number.real);
      ASSERT_FALSE(plain.outside);
      ASSERT_TRUE(same(number, result.at(position)))
          << position << ": " << number.real << " " << number.integer;
    }
  }

  void check(mlir::func::FuncOp function) {
    auto type =
        mlir::cast<mlir::RankedTensorType>(function.getArgument(0).getType());
    Tensor input = randomTensor(type.getElementType(), Shape(type.getShape()));
    llvm::DenseMap<mlir::Value, Tensor> tensors;
    tensors[function.getArgument(0)] = input;
    InterpretOptions options;
    options.onResults = [&](mlir::Operation *op, llvm::ArrayRef<Tensor> made) {
      tensors[op->getResult(0)] = made[0];
    };
    auto results = interpret(function, input, {}, options);
    ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
    for (mlir::Operation &op : function.getBody().front())
      if (mlir::isa<TensorBody>(op))
        ASSERT_NO_FATAL_FAILURE(walkOp(&op, tensors));
    mlir::Value last =
        function.getBody().front().getTerminator()->getOperand(0);
    const Tensor &whole = (*results)[0];
    ElementEvaluator elements(
        [&](mlir::Value value) {
          return value == function.getArgument(0) ? &input : nullptr;
        },
        {});
    for (int i = 0; i < 10 && whole.numElements(); ++i) {
      int64_t position = below(whole.numElements());
      Shape index;
      for (unsigned dim = 0; dim < whole.rank(); ++dim)
        index.push_back(position / whole.strideElements(dim) %
                        whole.shape()[dim]);
      auto found = elements.at(last, index);
      ASSERT_TRUE(bool(found)) << llvm::toString(found.takeError());
      ASSERT_TRUE(same(*found, whole.at(position)));
    }
  }

  void checkMany(const char *element, int chains) {
    for (int i = 0; i < chains; ++i) {
      random.seed(i);
      mlir::func::FuncOp function = randomFunction(type(element), 6);
      check(function);
      if (HasFatalFailure()) {
        std::string text;
        llvm::raw_string_ostream(text) << *module;
        FAIL() << "seed " << i << "\n" << text;
      }
    }
  }

  std::mt19937 random;
  int64_t sliced = 0; // the axis of the last slice
};

TEST_F(RandomOpsTest, Floats) { checkMany("f32", 600); }
TEST_F(RandomOpsTest, Halves) { checkMany("f16", 300); }
TEST_F(RandomOpsTest, Integers) { checkMany("i8", 300); }
TEST_F(RandomOpsTest, UnsignedIntegers) { checkMany("ui64", 200); }

} // namespace
} // namespace tenon::reference

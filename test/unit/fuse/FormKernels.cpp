// SPDX-License-Identifier: Apache-2.0
// Which ops share a kernel, which do not and why, and that the kernels
// compute what the ops did.
#include "compiler/fuse/FormKernels.h"
#include "test/unit/transform/TransformTest.h"

namespace tenon {
namespace {

class FormKernelsTest : public TransformTest {
protected:
  using Build =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(GraphBuilder &)>;

  FormKernelsTest() : f32(mlir::Float32Type::get(&context)) {
    inputType = mlir::RankedTensorType::get({4, 6}, f32);
  }

  /// A function of one 4 x 6 argument, x, that returns what `build` makes; its
  /// kernels are formed, and it must compute the same afterwards.
  mlir::func::FuncOp form(Build build) {
    mlir::Location loc = mlir::UnknownLoc::get(&context);
    module = mlir::ModuleOp::create(loc);
    mlir::OpBuilder builder(module->getBodyRegion());
    auto function = builder.create<mlir::func::FuncOp>(
        loc, "main", builder.getFunctionType({inputType}, {}));
    mlir::Block *block = function.addEntryBlock();
    builder.setInsertionPointToStart(block);
    GraphBuilder graph(builder, loc);
    x = block->getArgument(0);
    llvm::SmallVector<mlir::Value> results = build(graph);
    builder.create<mlir::func::ReturnOp>(loc, results);
    function.setType(builder.getFunctionType(
        {inputType}, mlir::ValueRange(results).getTypes()));
    auto before = this->results(function);
    mlir::ScopedDiagnosticHandler handler(&context,
                                          [&](mlir::Diagnostic &diagnostic) {
                                            remarks += diagnostic.str() + "\n";
                                            return mlir::success();
                                          });
    EXPECT_TRUE(mlir::succeeded(formKernels(function)));
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    inlineKernels(function, before);
    return function;
  }

  /// Runs a copy of `function` with every kernel's body in its place.
  void inlineKernels(mlir::func::FuncOp function,
                     llvm::ArrayRef<reference::Tensor> expected) {
    mlir::OwningOpRef<mlir::ModuleOp> copy = module->clone();
    auto plain = *copy->getOps<mlir::func::FuncOp>().begin();
    for (KernelOp kernel : llvm::to_vector(plain.getOps<KernelOp>())) {
      mlir::OpBuilder builder(kernel);
      mlir::IRMapping mapping;
      mlir::Block &body = kernel.getBody().front();
      mapping.map(body.getArguments(), kernel->getOperands());
      for (mlir::Operation &op : body.without_terminator())
        builder.clone(op, mapping);
      for (unsigned i = 0; i < kernel.getNumResults(); ++i)
        kernel.getResult(i).replaceAllUsesWith(
            mapping.lookup(kernel.getYielded(i)));
      kernel.erase();
    }
    auto after = results(plain);
    ASSERT_EQ(after.size(), expected.size());
    for (auto [a, b] : llvm::zip(after, expected))
      EXPECT_EQ(a.toBytes(), b.toBytes());
  }

  static unsigned opsIn(KernelOp kernel) {
    return kernel.getBody().front().getOperations().size() - 1;
  }

  mlir::Value mean(GraphBuilder &graph, mlir::Value value) {
    mlir::Value sum = graph.reduce(ReduceKind::Sum, value, {1}, true);
    return graph.apply(ScalarFn::Div, sum, 6);
  }

  mlir::Type f32;
  mlir::RankedTensorType inputType;
  mlir::Value x;
  std::string remarks;
};

using Values = llvm::SmallVector<mlir::Value>;

TEST_F(FormKernelsTest, AChainIsOneKernel) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    mlir::Value moved = graph.transpose(graph.add(x, x), {1, 0});
    return {graph.apply(ScalarFn::Neg, {graph.apply(ScalarFn::Abs, {moved})})};
  });
  ASSERT_EQ(count<KernelOp>(function), 1u);
  EXPECT_EQ(opsIn(first<KernelOp>(function)), 4u);
  EXPECT_EQ(remarks, "");
}

TEST_F(FormKernelsTest, SoftmaxInPiecesIsOneKernel) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    mlir::Value most = graph.reduce(ReduceKind::Max, x, {1}, true);
    mlir::Value power = graph.apply(ScalarFn::Exp, {graph.sub(x, most)});
    return {graph.div(power, graph.reduce(ReduceKind::Sum, power, {1}, true))};
  });
  // Both reductions join what reads them once per row; the powers are computed
  // in two passes over the row rather than stored.
  EXPECT_EQ(count<KernelOp>(function), 1u) << remarks;
}

TEST_F(FormKernelsTest, WhatIsDearIsNotComputedInEveryPass) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    mlir::Value dear = x;
    for (int i = 0; i < 2; ++i)
      dear = graph.apply(ScalarFn::Sin, {dear});
    mlir::Value centred = graph.sub(dear, mean(graph, dear));
    mlir::Value spread = mean(graph, graph.mul(centred, centred));
    return {graph.div(centred, spread)};
  });
  // The sines are read in three passes: one kernel stores them.
  EXPECT_EQ(count<KernelOp>(function), 2u) << remarks;
  EXPECT_NE(remarks.find("in every pass"), std::string::npos) << remarks;
}

TEST_F(FormKernelsTest, LayerNormInPiecesIsOneKernel) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    mlir::Value centred = graph.sub(x, mean(graph, x));
    mlir::Value spread = mean(graph, graph.mul(centred, centred));
    mlir::Value root =
        graph.apply(ScalarFn::Sqrt, {graph.apply(ScalarFn::Add, spread, 1e-5)});
    return {graph.div(centred, root)};
  });
  EXPECT_EQ(count<KernelOp>(function), 1u) << remarks;
}

TEST_F(FormKernelsTest, WhatTwoKernelsNeedStaysInMemory) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    mlir::Value shared = graph.apply(ScalarFn::Exp, {x});
    return {graph.transpose(shared, {1, 0}), graph.add(shared, x),
            graph.mul(shared, x)};
  });
  // A transposition, a sum and a product, each of its own order of reading.
  EXPECT_EQ(count<KernelOp>(function), 4u) << remarks;
  EXPECT_NE(remarks.find("not fused: its result is needed by other kernels"),
            std::string::npos)
      << remarks;
}

TEST_F(FormKernelsTest, AReductionThatEveryElementReadsStaysApart) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    // Each column's sum is wanted by every row.
    return {graph.add(x, graph.reduce(ReduceKind::Sum, x, {0}, true))};
  });
  EXPECT_EQ(count<KernelOp>(function), 2u);
  EXPECT_NE(remarks.find("read more than once per row"), std::string::npos)
      << remarks;
}

TEST_F(FormKernelsTest, AReductionOverAllIsNotDoneAgainForEveryRow) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    mlir::Value most = graph.reduce(ReduceKind::Max, x, {0, 1}, true);
    return {graph.div(x, most)};
  });
  EXPECT_EQ(count<KernelOp>(function), 2u) << remarks;
  EXPECT_NE(remarks.find("read by several rows"), std::string::npos) << remarks;
}

TEST_F(FormKernelsTest, SplatsGoInsideOtherConstantsStayOutside) {
  auto function = form([&](GraphBuilder &graph) -> Values {
    const float row[] = {1, 2, 3, 4, 5, 6};
    std::vector<char> bytes(sizeof(row));
    std::memcpy(bytes.data(), row, sizeof(row));
    mlir::Value different =
        graph.constant(mlir::RankedTensorType::get({6}, f32), bytes);
    mlir::Value same = graph.splat(3, {IndexExpr(6)}, f32);
    return {graph.mul(graph.add(x, different), same)};
  });
  ASSERT_EQ(count<KernelOp>(function), 1u);
  KernelOp kernel = first<KernelOp>(function);
  ASSERT_EQ(count<ConstantOp>(function), 1u);
  EXPECT_EQ(kernel->getOperand(1), first<ConstantOp>(function).getResult());
  auto inside = kernel.getBody().front().getOps<ConstantOp>();
  EXPECT_EQ(std::distance(inside.begin(), inside.end()), 1);
}

TEST_F(FormKernelsTest, AnInputThatIsAnOutputNeedsNoKernel) {
  auto function = form([&](GraphBuilder &) -> Values { return {x}; });
  EXPECT_EQ(count<KernelOp>(function), 0u);
}

} // namespace
} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// What tests of passes share: graphs from text, and the same inputs through a
// function before and after a pass.
#ifndef TENON_TEST_UNIT_TRANSFORM_TRANSFORMTEST_H
#define TENON_TEST_UNIT_TRANSFORM_TRANSFORMTEST_H

#include "compiler/ir/graph/GraphBuilder.h"
#include "compiler/reference/Interpreter.h"
#include "mlir/IR/Verifier.h"
#include "test/unit/graph/GraphTextTest.h"
#include <random>

namespace tenon {

class TransformTest : public GraphTextTest {
protected:
  using Pass = mlir::LogicalResult (*)(mlir::func::FuncOp);

  /// Random inputs of the static types of `function`, the same on each call.
  llvm::SmallVector<reference::Tensor> inputsOf(mlir::func::FuncOp function) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> real(-2, 2);
    llvm::SmallVector<reference::Tensor> inputs;
    for (mlir::Type type : function.getArgumentTypes()) {
      auto ranked = mlir::cast<mlir::RankedTensorType>(type);
      auto made =
          reference::Tensor::make(ranked.getElementType(), ranked.getShape());
      EXPECT_TRUE(static_cast<bool>(made));
      for (double &value : made->reals())
        value = made->scalarType().round(real(random));
      inputs.push_back(*made);
    }
    return inputs;
  }

  llvm::SmallVector<reference::Tensor> results(mlir::func::FuncOp function) {
    auto values = reference::interpret(function, inputsOf(function));
    if (values)
      return *values;
    ADD_FAILURE() << llvm::toString(values.takeError());
    return {};
  }

  /// Makes the last `count` arguments constants of the values they are given.
  void makeConstants(mlir::func::FuncOp function, unsigned count) {
    auto inputs = inputsOf(function);
    mlir::Block &block = function.getBody().front();
    mlir::OpBuilder builder(&block, block.begin());
    GraphBuilder graph(builder, function.getLoc());
    for (unsigned i = inputs.size() - count; i < inputs.size(); ++i) {
      mlir::BlockArgument argument = block.getArgument(i);
      auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
      argument.replaceAllUsesWith(graph.constant(type, inputs[i].toBytes()));
    }
  }

  /// Runs `passes` on the function of `text`, the last `constants` of whose
  /// arguments are known; it must compute the same afterwards, to `tolerance`
  /// of each value's size (0: exactly).
  mlir::func::FuncOp run(llvm::StringRef text, llvm::ArrayRef<Pass> passes,
                         unsigned constants = 0, double tolerance = 0) {
    mlir::func::FuncOp function = parse(text);
    if (!function)
      return {};
    makeConstants(function, constants);
    auto before = results(function);
    for (Pass pass : passes)
      EXPECT_TRUE(mlir::succeeded(pass(function)));
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    auto after = results(function);
    EXPECT_EQ(before.size(), after.size());
    for (auto [a, b] : llvm::zip(before, after)) {
      EXPECT_EQ(a.shape(), b.shape());
      for (int64_t i = 0; i < std::min(a.numElements(), b.numElements()); ++i)
        if (!std::isnan(valueAt(a, i)) || !std::isnan(valueAt(b, i)))
          EXPECT_NEAR(valueAt(a, i), valueAt(b, i),
                      tolerance * (1 + std::abs(valueAt(a, i))));
    }
    return function;
  }

  template <typename Op> unsigned count(mlir::func::FuncOp function) {
    auto ops = function.getBody().front().getOps<Op>();
    return std::distance(ops.begin(), ops.end());
  }
  template <typename Op> Op first(mlir::func::FuncOp function) {
    auto ops = function.getBody().front().getOps<Op>();
    return ops.begin() == ops.end() ? Op() : *ops.begin();
  }

private:
  static double valueAt(const reference::Tensor &tensor, int64_t i) {
    Number number = tensor.at(i);
    return number.isFloat ? number.real : double(number.integer);
  }
};

} // namespace tenon

#endif // TENON_TEST_UNIT_TRANSFORM_TRANSFORMTEST_H

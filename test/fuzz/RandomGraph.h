// SPDX-License-Identifier: Apache-2.0
// Small random graphs of core ops, for tests that compare two ways to compute
// one model. A seed always gives the same graph and inputs.
#ifndef TENON_TEST_FUZZ_RANDOMGRAPH_H
#define TENON_TEST_FUZZ_RANDOMGRAPH_H

#include "compiler/ir/graph/GraphBuilder.h"
#include "compiler/reference/Tensor.h"
#include "mlir/IR/OwningOpRef.h"

#include <random>

namespace tenon {

class RandomGraph {
public:
  RandomGraph(mlir::MLIRContext &context, uint32_t seed);

  mlir::ModuleOp module() { return *owned; }
  mlir::func::FuncOp function() { return main; }
  /// Small whole numbers: sums and products of them are exact.
  llvm::ArrayRef<reference::Tensor> inputs() const { return values; }

private:
  using Shape = llvm::SmallVector<int64_t>;

  int64_t below(int64_t limit) { return random() % limit; }
  bool oneIn(int64_t count) { return below(count) == 0; }

  void addInputs();
  void addOps();
  void addOutputs();
  reference::Tensor randomTensor(mlir::RankedTensorType type);

  mlir::Value anyOp(mlir::Value x);
  mlir::Value elementwise(mlir::Value x);
  mlir::Value floatFunction(mlir::Value x);
  mlir::Value integerFunction(mlir::Value x);
  mlir::Value boolFunction(mlir::Value x);
  mlir::Value castOf(mlir::Value x);
  mlir::Value broadcast(mlir::Value x);
  mlir::Value reshape(mlir::Value x);
  mlir::Value transpose(mlir::Value x);
  mlir::Value slice(mlir::Value x);
  mlir::Value pad(mlir::Value x);
  mlir::Value concat(mlir::Value x);
  mlir::Value gather(mlir::Value x);
  mlir::Value reduce(mlir::Value x);
  mlir::Value contract(mlir::Value x);
  mlir::Value window(mlir::Value x);
  mlir::Value convolve(mlir::Value x);

  /// A second operand that broadcasts with `x`: another value of the graph
  /// where one fits, else a constant.
  mlir::Value partnerOf(mlir::Value x);
  mlir::Value constantOf(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  /// Brings numbers back to [-8, 8], so that chains stay exact.
  mlir::Value bounded(mlir::Value x);

  std::mt19937 random;
  mlir::OwningOpRef<mlir::ModuleOp> owned;
  mlir::OpBuilder builder;
  GraphBuilder graph;
  mlir::func::FuncOp main;
  std::vector<reference::Tensor> values;
  llvm::SmallVector<mlir::Value> made; // arguments and results so far
};

} // namespace tenon

#endif // TENON_TEST_FUZZ_RANDOMGRAPH_H

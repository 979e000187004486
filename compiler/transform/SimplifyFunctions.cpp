// SPDX-License-Identifier: Apache-2.0
// Replaces scalar functions by cheaper ones.
#include "compiler/transform/SimplifyFunctions.h"
#include "compiler/ir/graph/ConstantElements.h"
#include "compiler/ir/graph/GraphBuilder.h"
#include "compiler/transform/CancelTransposes.h"
#include <cmath>

using namespace mlir;

namespace tenon {

/// 1 / value when that is exact: value is a power of two whose inverse is a
/// normal number of every float type.
static std::optional<double> exactInverse(double value) {
  constexpr int kLargestExponent = 14; // of f16, the narrowest
  int exponent = 0;
  double fraction = std::frexp(value, &exponent);
  if (std::abs(fraction) != 0.5 || std::abs(exponent - 1) > kLargestExponent)
    return std::nullopt;
  return 1 / value;
}

/// What stands for `op`, or null where it is as good as any.
static Value simplified(GraphBuilder &graph, ElementwiseOp op) {
  if (op.getInputs().size() != 2 ||
      !isa<FloatType>(elementTypeOf(op.getResult())))
    return {};
  Value x = op.getInputs()[0];
  std::optional<Number> number = splatValue(op.getInputs()[1]);
  if (!number && op.getFn() == ScalarFn::Mul) {
    x = op.getInputs()[1];
    number = splatValue(op.getInputs()[0]);
  }
  if (!number || x.getType() != op.getResult().getType())
    return {};
  double value = number->real;
  switch (op.getFn()) {
  case ScalarFn::Pow:
    if (value == 2)
      return graph.mul(x, x);
    return value == 1 ? x : Value();
  case ScalarFn::Mul:
    return value == 1 ? x : Value();
  case ScalarFn::Div:
    if (value == 1)
      return x;
    if (std::optional<double> inverse = exactInverse(value))
      return graph.apply(ScalarFn::Mul, x, *inverse);
    return {};
  default:
    return {};
  }
}

LogicalResult simplifyFunctions(func::FuncOp function) {
  llvm::SmallVector<ElementwiseOp> ops(
      function.getBody().front().getOps<ElementwiseOp>());
  for (ElementwiseOp op : ops) {
    OpBuilder builder(op);
    GraphBuilder graph(builder, op.getLoc());
    if (Value value = simplified(graph, op))
      op.getResult().replaceAllUsesWith(value);
  }
  dropUnread(function);
  return success();
}

} // namespace tenon

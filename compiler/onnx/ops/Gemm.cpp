// SPDX-License-Identifier: Apache-2.0
// Gemm: a product of two matrices, each perhaps transposed, plus a third one
// that broadcasts.
// https://onnx.ai/onnx/operators/onnx__Gemm.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

/// value * factor. Integers take whole factors only.
static FailureOr<Value> scaled(OpImport &op, Value value, double factor) {
  if (factor == 1)
    return value;
  bool whole = factor == static_cast<double>(static_cast<int32_t>(factor));
  if (isa<IntegerType>(elementTypeOf(value)) && !whole)
    return FailureOr<Value>(
        op.unsupported("alpha and beta must be whole numbers when the "
                       "operands are integers"));
  return op.graph.apply(ScalarFn::Mul, value, factor);
}

static LogicalResult lowerGemm(OpImport &op) {
  if (op.rank(0) != 2 || op.rank(1) != 2)
    return op.invalid("A and B have " + Twine(op.rank(0)) + " and " +
                      Twine(op.rank(1)) + " dimensions and must have 2");
  using Loops = llvm::SmallVector<int64_t, 2>; // m, n, then the summed k
  Loops a = op.intAttribute("transA", 0) ? Loops{2, 0} : Loops{0, 2};
  Loops b = op.intAttribute("transB", 0) ? Loops{1, 2} : Loops{2, 1};
  // Half types are summed in fp32 and rounded once.
  Type type = op.elementType(0), wide = accumulatorType(type);
  GraphBuilder &graph = op.graph;
  Value product = graph.contract(op.input(0), a, op.input(1), b, 2, wide);
  if (!product)
    return failure();
  auto y = scaled(op, product, op.floatAttribute("alpha", 1));
  double beta = op.floatAttribute("beta", 1);
  if (failed(y))
    return failure();
  if (!op.hasInput(2) || beta == 0)
    return op.result(graph.cast(*y, type));
  FailureOr<Value> c = scaled(op, graph.cast(op.input(2), wide), beta);
  Value sum = failed(c) ? Value() : graph.add(*y, *c);
  if (!sum)
    return failure();
  if (sum.getType() != product.getType())
    return op.invalid("C does not broadcast to the sizes of the product");
  return op.result(graph.cast(sum, type));
}

OnnxOp tenon::describeGemm() {
  constexpr TypeSet kTypes = kFloats | kI32 | kI64 |
                             typeBit(OnnxElementType::Uint32) |
                             typeBit(OnnxElementType::Uint64);
  std::vector<OnnxAttributeRow> attributes = {
      {"alpha", OnnxAttributeType::Float},
      {"beta", OnnxAttributeType::Float},
      {"transA", OnnxAttributeType::Int},
      {"transB", OnnxAttributeType::Int}};
  return {"Gemm",
          "alpha * A' * B' + beta * C",
          {{.until = 10,
            .operands = {{"A", kTypes}, {"B", kTypes}, {"C", kTypes}},
            .attributes = attributes,
            .lower = lowerGemm},
           {.since = 11,
            .operands = {{"A", kTypes},
                         {"B", kTypes},
                         {"C", kTypes, 'T', OperandUse::Optional}},
            .attributes = attributes,
            .lower = lowerGemm}}};
}

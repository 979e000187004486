// SPDX-License-Identifier: Apache-2.0
// BitCast: the bits of x as another type of the same width. Between integers
// that is a conversion; floats have no core function for it yet.
// https://onnx.ai/onnx/operators/onnx__BitCast.html
#include "compiler/onnx/OpImport.h"

using namespace mlir;
using namespace tenon;

/// Bits of a stored element; a bool has a byte.
static unsigned storedBits(Type type) {
  constexpr unsigned kByte = 8;
  return std::max(type.getIntOrFloatBitWidth(), kByte);
}

static LogicalResult lowerBitCast(OpImport &op) {
  FailureOr<Type> to = op.elementTypeOfNumber(op.intAttribute("to", 0));
  if (failed(to))
    return failure();
  Type from = op.elementType(0);
  if (storedBits(from) != storedBits(*to))
    return op.invalid("elements of " + llvm::Twine(storedBits(from)) +
                      " bits cannot become elements of " +
                      llvm::Twine(storedBits(*to)));
  if (from != *to && (isa<FloatType>(from) || isa<FloatType>(*to)))
    return op.unsupported("the bits of floats are not supported as integers, "
                          "nor of integers as floats");
  return op.result(op.graph.cast(op.input(0), *to));
}

OnnxOp tenon::describeBitCast() {
  OnnxOpRow row;
  row.since = 26;
  row.operands = {{"input"}};
  row.attributes = {{"to", OnnxAttributeType::Int, true}};
  row.lower = lowerBitCast;
  return {"BitCast", "bits of x as type `to`", {row}};
}

// SPDX-License-Identifier: Apache-2.0
// Broadcasting before opset 7 in terms of NumPy's.
#include "compiler/onnx/LimitedBroadcast.h"

using namespace mlir;
using llvm::Twine;

namespace tenon {

FailureOr<Value> limitedBroadcast(OpImport &op) {
  GraphBuilder &graph = op.graph;
  Value b = op.input(1);
  int64_t rankA = op.rank(0), rankB = op.rank(1);
  if (op.intAttribute("broadcast", 0) == 0) {
    if (rankA != rankB)
      return op.invalid("the operands have " + Twine(rankA) + " and " +
                            Twine(rankB) +
                            " dimensions and must have the same shape",
                        "set attribute 'broadcast' to 1");
    b = graph.broadcast(b, op.sizes(0));
    if (!b)
      return failure();
    return b;
  }
  if (numElements(op.sizes(1)).isConstant(1))
    return graph.reshape(b, {});
  int64_t axis = op.intAttribute("axis", rankA - rankB);
  int64_t after = rankA - axis - rankB;
  if (axis < 0 || after < 0)
    return op.invalid("operand 1 with " + Twine(rankB) +
                      " dimensions does not fit operand 0 with " +
                      Twine(rankA) + " at axis " + Twine(axis));
  return graph.unsqueeze(
      b, llvm::to_vector(llvm::seq<int64_t>(rankB, rankB + after)));
}

} // namespace tenon

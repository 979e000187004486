// SPDX-License-Identifier: Apache-2.0
// Size: the number of elements of x.
// https://onnx.ai/onnx/operators/onnx__Size.html
#include "compiler/onnx/OpImport.h"
#include "compiler/onnx/SizeScalar.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerSize(OpImport &op) {
  return op.result(sizeScalar(op.graph, numElements(op.sizes(0)),
                              IntegerType::get(op.graph.context(), 64)));
}

OnnxOp tenon::describeSize() {
  return {"Size",
          "number of elements of x",
          {{.since = 1, .operands = {{"data"}}, .lower = lowerSize}}};
}

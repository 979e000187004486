// SPDX-License-Identifier: Apache-2.0
// Identity: x.
// https://onnx.ai/onnx/operators/onnx__Identity.html
#include "compiler/onnx/OpImport.h"

using namespace tenon;

static mlir::LogicalResult lowerIdentity(OpImport &op) {
  return op.result(op.input(0));
}

OnnxOp tenon::describeIdentity() {
  return {"Identity",
          "x",
          {{.since = 1, .operands = {{"input"}}, .lower = lowerIdentity}}};
}

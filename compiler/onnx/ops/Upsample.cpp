// SPDX-License-Identifier: Apache-2.0
// Upsample: each dimension scaled, by the nearest element at or before the
// position or by interpolation. Opset 10 replaced it by Resize.
// https://onnx.ai/onnx/operators/onnx__Upsample.html
#include "compiler/onnx/ScaledResize.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerUpsample(OpImport &op) {
  llvm::SmallVector<double> scales = op.floatsAttribute("scales");
  if (op.opset >= 9) {
    FailureOr<llvm::SmallVector<double>> given = op.constantNumbers(1);
    if (failed(given))
      return failure();
    scales = *given;
  }
  return lowerScaledResize(op, scales);
}

OnnxOp tenon::describeUpsample() {
  OnnxAttributeRow mode{"mode", OnnxAttributeType::String};
  return {"Upsample",
          "y[i] = x[i / scale], nearest or interpolated",
          {{.until = 8,
            .operands = {{"X"}},
            .attributes = {mode, {"scales", OnnxAttributeType::Floats, true}},
            .lower = lowerUpsample},
           {.since = 9,
            .until = 9,
            .operands = {{"X"}, {"scales", kF32, 'S'}},
            .attributes = {mode},
            .lower = lowerUpsample}}};
}

// SPDX-License-Identifier: Apache-2.0
// BlackmanWindow: the Blackman window of a given size.
// https://onnx.ai/onnx/operators/onnx__BlackmanWindow.html
#include "compiler/onnx/SignalWindow.h"

using namespace tenon;

static mlir::LogicalResult lowerBlackmanWindow(OpImport &op) {
  return lowerCosineWindow(op, {0.42, -0.5, 0.08});
}

OnnxOp tenon::describeBlackmanWindow() {
  return cosineWindowOp("BlackmanWindow",
                        "0.42 - 0.5 cos(2 pi i / n) + 0.08 cos(4 pi i / n)",
                        lowerBlackmanWindow);
}

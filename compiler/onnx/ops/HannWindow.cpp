// SPDX-License-Identifier: Apache-2.0
// HannWindow: the Hann window of a given size.
// https://onnx.ai/onnx/operators/onnx__HannWindow.html
#include "compiler/onnx/SignalWindow.h"

using namespace tenon;

static mlir::LogicalResult lowerHannWindow(OpImport &op) {
  return lowerCosineWindow(op, {0.5, -0.5, 0});
}

OnnxOp tenon::describeHannWindow() {
  return cosineWindowOp("HannWindow", "1/2 - 1/2 cos(2 pi i / n)",
                        lowerHannWindow);
}

// SPDX-License-Identifier: Apache-2.0
// HammingWindow: the Hamming window of a given size, with the exact
// coefficients 25/46 and 21/46.
// https://onnx.ai/onnx/operators/onnx__HammingWindow.html
#include "compiler/onnx/SignalWindow.h"

using namespace tenon;

static mlir::LogicalResult lowerHammingWindow(OpImport &op) {
  return lowerCosineWindow(op, {25.0 / 46, -21.0 / 46, 0});
}

OnnxOp tenon::describeHammingWindow() {
  return cosineWindowOp("HammingWindow", "25/46 - 21/46 cos(2 pi i / n)",
                        lowerHammingWindow);
}

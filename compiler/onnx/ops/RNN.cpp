// SPDX-License-Identifier: Apache-2.0
// RNN: a layer of simple recurrent units, in one or both directions.
// https://onnx.ai/onnx/operators/onnx__RNN.html
#include "compiler/onnx/RecurrentLayer.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerRnn(OpImport &op) {
  return lowerRecurrentLayer(op, RecurrentKind::Rnn);
}

OnnxOp tenon::describeRNN() {
  return recurrentLayerOp("RNN", "H = f(X W^T + H' R^T + biases)", lowerRnn, {},
                          {}, 2);
}

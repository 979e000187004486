// SPDX-License-Identifier: Apache-2.0
// GRU: a layer of gated recurrent units, in one or both directions.
// https://onnx.ai/onnx/operators/onnx__GRU.html
#include "compiler/onnx/RecurrentLayer.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerGru(OpImport &op) {
  return lowerRecurrentLayer(op, RecurrentKind::Gru);
}

OnnxOp tenon::describeGRU() {
  return recurrentLayerOp(
      "GRU", "H = (1 - z) h + z H' with gates z, r of X and H'", lowerGru, {},
      {{"linear_before_reset", OnnxAttributeType::Int}}, 2);
}

// SPDX-License-Identifier: Apache-2.0
// LSTM: a layer of long short-term memory, in one or both directions.
// https://onnx.ai/onnx/operators/onnx__LSTM.html
#include "compiler/onnx/RecurrentLayer.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerLstm(OpImport &op) {
  return lowerRecurrentLayer(op, RecurrentKind::Lstm);
}

OnnxOp tenon::describeLSTM() {
  return recurrentLayerOp(
      "LSTM", "C = f C' + i c, H = o h(C) with gates i, o, f of X and H'",
      lowerLstm,
      {{"initial_c", kFloats, 'T', OperandUse::Optional},
       {"P", kFloats, 'T', OperandUse::Optional}},
      {{"input_forget", OnnxAttributeType::Int}}, 3);
}

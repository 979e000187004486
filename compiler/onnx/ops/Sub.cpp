// SPDX-License-Identifier: Apache-2.0
// Sub: a - b, broadcast; integers wrap.
// https://onnx.ai/onnx/operators/onnx__Sub.html
#include "compiler/onnx/ElementwiseRows.h"

tenon::OnnxOp tenon::describeSub() {
  return binaryOp<ScalarFn::Sub>("Sub", "a - b", kNumbers);
}

// SPDX-License-Identifier: Apache-2.0
// Min: the least of any number of operands, broadcast; NaN if one is NaN.
// https://onnx.ai/onnx/operators/onnx__Min.html
#include "compiler/onnx/VariadicRows.h"

tenon::OnnxOp tenon::describeMin() {
  return variadicOp("Min", "least of a, b, ...", kNumbers,
                    lowerVariadic<ScalarFn::Min>);
}

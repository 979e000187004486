// SPDX-License-Identifier: Apache-2.0
// Max: the greatest of any number of operands, broadcast; NaN if one is NaN.
// https://onnx.ai/onnx/operators/onnx__Max.html
#include "compiler/onnx/VariadicRows.h"

tenon::OnnxOp tenon::describeMax() {
  return variadicOp("Max", "greatest of a, b, ...", kNumbers,
                    lowerVariadic<ScalarFn::Max>);
}

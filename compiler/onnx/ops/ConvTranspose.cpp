// SPDX-License-Identifier: Apache-2.0
// ConvTranspose: the convolution whose gradient's direction is reversed. It
// is the convolution of the input, spread out by the strides, with the filter
// mirrored and its channels exchanged within each group.
// https://onnx.ai/onnx/operators/onnx__ConvTranspose.html
#include "compiler/onnx/Convolution.h"
#include "compiler/onnx/TransposedConvolution.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerConvTranspose(OpImport &op) {
  FailureOr<llvm::SmallVector<int64_t>> kernel = filterKernel(op);
  if (failed(kernel))
    return failure();
  FailureOr<int64_t> groups = channelGroups(op);
  if (failed(groups))
    return failure();
  FailureOr<TransposedShape> shape = transposedShape(op, *kernel);
  if (failed(shape))
    return failure();
  shape->groups = *groups;
  shape->resultType = convolutionType(op);
  Value result =
      transposedConvolution(op.graph, op.input(0), op.input(1), *shape);
  return op.result(addChannelBias(op, result, 2));
}

OnnxOp tenon::describeConvTranspose() {
  return {"ConvTranspose",
          "y[n, m, i * s + k * d - p] += x[n, c, i] * w[c, m, k], plus b[m]",
          {{.operands = {{"X", kFloats},
                         {"W", kFloats},
                         {"B", kFloats, 'T', OperandUse::Optional}},
            .attributes = convolutionAttributes(
                {{"output_padding", OnnxAttributeType::Ints},
                 {"output_shape", OnnxAttributeType::Ints}}),
            .lower = lowerConvTranspose}}};
}

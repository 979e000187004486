// SPDX-License-Identifier: Apache-2.0
// Conv: convolution of [n, c, spatial...] by a filter [m, c / group,
// spatial...], plus a bias [m].
// https://onnx.ai/onnx/operators/onnx__Conv.html
#include "compiler/onnx/Convolution.h"
#include "compiler/onnx/WindowAttributes.h"

using namespace mlir;
using namespace tenon;

static LogicalResult lowerConv(OpImport &op) {
  FailureOr<llvm::SmallVector<int64_t>> kernel = filterKernel(op);
  if (failed(kernel))
    return failure();
  FailureOr<int64_t> groups = channelGroups(op);
  if (failed(groups))
    return failure();
  FailureOr<WindowShape> shape = windowShape(op, *kernel);
  if (failed(shape))
    return failure();
  shape->groups = *groups;
  std::optional<int64_t> channels = op.sizes(1)[0].constant();
  if (channels && *channels % *groups != 0)
    return op.invalid("the filter has " + llvm::Twine(*channels) +
                      " result channels, which " + llvm::Twine(*groups) +
                      " groups do not divide");
  Value result = op.graph.window(WindowKind::Convolve, op.input(0), op.input(1),
                                 *shape, convolutionType(op));
  return op.result(addChannelBias(op, result, 2));
}

OnnxOp tenon::describeConv() {
  return {"Conv",
          "y[n, m, o] = b[m] + sum over c, k of x[n, c, o * s + k * d - p] * "
          "w[m, c, k]",
          {{.operands = {{"X", kFloats},
                         {"W", kFloats},
                         {"B", kFloats, 'T', OperandUse::Optional}},
            .attributes = convolutionAttributes(),
            .lower = lowerConv}}};
}

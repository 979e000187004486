// SPDX-License-Identifier: Apache-2.0
// Resizing as it was before opset 11.
#include "compiler/onnx/ScaledResize.h"

using namespace mlir;
using llvm::Twine;

namespace tenon {

FailureOr<Ratio> scaleRatio(OpImport &op, double scale) {
  std::optional<Ratio> ratio = simplestRatio(scale);
  if (!ratio || !(scale > 0) || ratio->numerator.isConstant(0))
    return op.invalid("a scale is " + Twine(std::to_string(scale)) +
                      " and must be positive and below 2^30");
  return *ratio;
}

LogicalResult lowerScaledResize(OpImport &op, llvm::ArrayRef<double> scales) {
  StringRef mode = op.stringAttribute("mode", "nearest");
  // Early exporters wrote bilinear.
  bool linear = mode == "linear" || mode == "bilinear";
  if (!linear && mode != "nearest")
    return op.invalid("mode is '" + mode + "' and must be nearest or linear");
  Sizes sizes = op.sizes(0);
  if (scales.size() != sizes.size())
    return op.invalid("there are " + Twine(scales.size()) +
                      " scales and the operand has " + Twine(sizes.size()) +
                      " dimensions");
  std::vector<ResizedAxis> axes;
  for (auto [i, scale] : llvm::enumerate(scales)) {
    FailureOr<Ratio> ratio = scaleRatio(op, scale);
    if (failed(ratio))
      return failure();
    if (ratio->isOne())
      continue;
    ResizedAxis axis;
    axis.axis = static_cast<int64_t>(i);
    axis.from = sizes[i];
    axis.scale = *ratio;
    axis.to =
        IndexExpr::floorDiv(sizes[i] * ratio->numerator, ratio->denominator);
    axis.how.kind = linear      ? ResampleKind::Linear
                    : scale < 1 ? ResampleKind::Ceil
                                : ResampleKind::Floor;
    if (failed(setPosition(op, axis, CoordinateMode::Asymmetric)))
      return failure();
    axes.push_back(axis);
  }
  return op.result(resize(op.graph, op.input(0), axes));
}

} // namespace tenon

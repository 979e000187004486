// SPDX-License-Identifier: Apache-2.0
// Attributes of convolutions and poolings.
#include "compiler/onnx/WindowAttributes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using llvm::ArrayRef;
using llvm::Twine;

namespace tenon {

FailureOr<AutoPad> autoPad(OpImport &op) {
  StringRef text = op.stringAttribute("auto_pad", "NOTSET");
  auto mode = llvm::StringSwitch<std::optional<AutoPad>>(text)
                  .Cases("NOTSET", "", AutoPad::NotSet)
                  .Case("SAME_UPPER", AutoPad::SameUpper)
                  .Case("SAME_LOWER", AutoPad::SameLower)
                  .Case("VALID", AutoPad::Valid)
                  .Default(std::nullopt);
  if (!mode)
    return op.invalid("auto_pad is '" + text +
                      "' and must be NOTSET, SAME_UPPER, SAME_LOWER or VALID");
  return *mode;
}

/// Entries must be in [least, greatest]: products of two then fit an int64.
static LogicalResult checkEntries(OpImport &op, StringRef name,
                                  ArrayRef<int64_t> values, size_t count,
                                  int64_t least) {
  constexpr int64_t kGreatest = INT32_MAX;
  if (values.size() != count)
    return op.invalid(name + " has " + Twine(values.size()) +
                      " entries and must have " + Twine(count));
  for (int64_t value : values)
    if (value < least || value > kGreatest)
      return op.invalid("an entry of " + name + " is " + Twine(value) +
                        "; allowed: " + Twine(least) + " to " +
                        Twine(kGreatest));
  return success();
}

FailureOr<llvm::SmallVector<int64_t>> spatialList(OpImport &op, StringRef name,
                                                  size_t spatial) {
  llvm::SmallVector<int64_t> ones(spatial, 1);
  llvm::SmallVector<int64_t> values = op.intsAttribute(name, ones);
  if (failed(checkEntries(op, name, values, spatial, 1)))
    return failure();
  return values;
}

LogicalResult readPads(OpImport &op, size_t spatial, Sizes &low, Sizes &high) {
  llvm::SmallVector<int64_t> zeros(2 * spatial, 0);
  llvm::SmallVector<int64_t> pads = op.intsAttribute("pads", zeros);
  if (failed(checkEntries(op, "pads", pads, 2 * spatial, 0)))
    return failure();
  low.assign(pads.begin(), pads.begin() + spatial);
  high.assign(pads.begin() + spatial, pads.end());
  return success();
}

std::pair<IndexExpr, IndexExpr> sharePadding(const IndexExpr &total,
                                             bool lower) {
  IndexExpr less = IndexExpr::floorDiv(total, 2), more = total - less;
  return lower ? std::pair(more, less) : std::pair(less, more);
}

/// Result size and padding of spatial dimension `i` of `size` elements.
static void placeWindows(WindowShape &shape, size_t i, const IndexExpr &size,
                         AutoPad mode) {
  int64_t stride = shape.strides[i];
  int64_t reach = (shape.kernel[i] - 1) * shape.dilations[i] + 1;
  if (mode == AutoPad::SameUpper || mode == AutoPad::SameLower) {
    IndexExpr count = IndexExpr::ceilDiv(size, stride);
    IndexExpr total =
        IndexExpr::max((count - 1) * stride + reach - size, IndexExpr(0));
    std::tie(shape.low[i], shape.high[i]) =
        sharePadding(total, mode == AutoPad::SameLower);
    shape.outputSizes.push_back(count);
    return;
  }
  if (mode == AutoPad::Valid)
    shape.low[i] = shape.high[i] = IndexExpr(0);
  // With VALID, ONNX's formulas for ceil_mode and without it agree.
  bool ceil = shape.ceilMode && mode == AutoPad::NotSet;
  IndexExpr count =
      WindowOp::outputSize(size, shape.kernel[i], stride, shape.dilations[i], 1,
                           shape.low[i], shape.high[i], ceil);
  // A window that would start in the padding at the end is left out.
  if (ceil)
    count = IndexExpr::min(
        count, IndexExpr::floorDiv(size + shape.low[i] - 1, stride) + 1);
  shape.outputSizes.push_back(count);
}

FailureOr<WindowShape> windowShape(OpImport &op, ArrayRef<int64_t> kernel) {
  size_t spatial = kernel.size();
  if (op.rank(0) != static_cast<int64_t>(spatial) + 2 || spatial == 0)
    return op.invalid("the operand has " + Twine(op.rank(0)) +
                      " dimensions and the kernel " + Twine(spatial) +
                      "; the operand must have two more (batch, channels)");
  FailureOr<AutoPad> mode = autoPad(op);
  auto strides = spatialList(op, "strides", spatial);
  auto dilations = spatialList(op, "dilations", spatial);
  WindowShape shape;
  if (failed(mode) || failed(strides) || failed(dilations) ||
      failed(checkEntries(op, "kernel_shape", kernel, spatial, 1)) ||
      failed(readPads(op, spatial, shape.low, shape.high)))
    return failure();
  shape.kernel.assign(kernel.begin(), kernel.end());
  shape.strides = *strides;
  shape.dilations = *dilations;
  shape.ceilMode = op.intAttribute("ceil_mode", 0) != 0;
  Sizes sizes = op.sizes(0);
  for (size_t i = 0; i < spatial; ++i)
    placeWindows(shape, i, sizes[i + 2], *mode);
  return shape;
}

FailureOr<WindowShape> poolingShape(OpImport &op) {
  return windowShape(op, op.intsAttribute("kernel_shape"));
}

std::vector<OnnxAttributeRow>
poolingAttributes(std::vector<OnnxAttributeRow> more) {
  std::vector<OnnxAttributeRow> rows = {
      {"kernel_shape", OnnxAttributeType::Ints, true},
      {"strides", OnnxAttributeType::Ints},
      {"pads", OnnxAttributeType::Ints},
      {"auto_pad", OnnxAttributeType::String}};
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

} // namespace tenon

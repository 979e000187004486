// SPDX-License-Identifier: Apache-2.0
// Resize: dimensions to given sizes, or scaled; each element of the result is
// the nearest of the operand, or interpolated from those around its position.
// https://onnx.ai/onnx/operators/onnx__Resize.html
#include "compiler/onnx/RequireSource.h"
#include "compiler/onnx/ScaledResize.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tenon;

namespace {

enum Operand : unsigned { kRoi = 1, kScales = 2, kSizes = 3 };

/// The attributes, understood.
struct ResizeModes {
  CoordinateMode coordinates = CoordinateMode::HalfPixel;
  Resampling resampling;
  bool antialias = false;
};

} // namespace

static std::optional<CoordinateMode> coordinateMode(OpImport &op) {
  using Mode = std::optional<CoordinateMode>;
  return llvm::StringSwitch<Mode>(
             op.stringAttribute("coordinate_transformation_mode", "half_pixel"))
      .Case("half_pixel", CoordinateMode::HalfPixel)
      .Case("pytorch_half_pixel", CoordinateMode::PytorchHalfPixel)
      .Case("align_corners", CoordinateMode::AlignCorners)
      .Case("asymmetric", CoordinateMode::Asymmetric)
      .Case("tf_crop_and_resize", CoordinateMode::TfCropAndResize)
      .Case("tf_half_pixel_for_nn",
            op.opset < 13 ? Mode(CoordinateMode::TfHalfPixelForNn) : Mode())
      .Case("half_pixel_symmetric",
            op.opset >= 19 ? Mode(CoordinateMode::HalfPixelSymmetric) : Mode())
      .Default(std::nullopt);
}

static std::optional<ResampleKind> resampleKind(OpImport &op) {
  StringRef mode = op.stringAttribute("mode", "nearest");
  if (mode == "linear")
    return ResampleKind::Linear;
  if (mode == "cubic")
    return ResampleKind::Cubic;
  if (mode != "nearest")
    return std::nullopt;
  return llvm::StringSwitch<std::optional<ResampleKind>>(
             op.stringAttribute("nearest_mode", "round_prefer_floor"))
      .Case("round_prefer_floor", ResampleKind::HalfDown)
      .Case("round_prefer_ceil", ResampleKind::HalfUp)
      .Case("floor", ResampleKind::Floor)
      .Case("ceil", ResampleKind::Ceil)
      .Default(std::nullopt);
}

static FailureOr<ResizeModes> readModes(OpImport &op) {
  std::optional<CoordinateMode> coordinates = coordinateMode(op);
  std::optional<ResampleKind> kind = resampleKind(op);
  if (!coordinates)
    return op.invalid("coordinate_transformation_mode '" +
                      op.stringAttribute("coordinate_transformation_mode", "") +
                      "' does not belong to this opset");
  if (!kind)
    return op.invalid("mode '" + op.stringAttribute("mode", "nearest") +
                      "' with nearest_mode '" +
                      op.stringAttribute("nearest_mode", "") +
                      "' does not exist");
  constexpr double kCoefficient = -0.75; // ONNX's default cubic_coeff_a
  ResizeModes modes;
  modes.coordinates = *coordinates;
  modes.resampling.kind = *kind;
  modes.resampling.coefficient =
      op.floatAttribute("cubic_coeff_a", kCoefficient);
  modes.resampling.excludeOutside = op.intAttribute("exclude_outside", 0) != 0;
  if (*coordinates == CoordinateMode::TfCropAndResize)
    modes.resampling.extrapolation =
        op.floatAttribute("extrapolation_value", 0);
  modes.antialias = op.intAttribute("antialias", 0) != 0;
  return modes;
}

/// The dimensions that roi, scales and sizes are about, with their sizes.
static FailureOr<std::vector<ResizedAxis>> namedAxes(OpImport &op) {
  llvm::SmallVector<int64_t> all;
  for (int64_t i = 0; i < op.rank(0); ++i)
    all.push_back(i);
  auto axes = op.normalizeAxes(op.intsAttribute("axes", all), op.rank(0));
  if (failed(axes))
    return failure();
  Sizes sizes = op.sizes(0);
  std::vector<ResizedAxis> result;
  for (int64_t axis : *axes) {
    ResizedAxis entry;
    entry.axis = axis;
    entry.from = entry.to = sizes[axis];
    result.push_back(entry);
  }
  return result;
}

static LogicalResult checkCount(OpImport &op, StringRef what, size_t found,
                                size_t wanted) {
  if (found == wanted)
    return success();
  return op.invalid(what + " has " + Twine(found) + " entries and must have " +
                    Twine(wanted));
}

/// Reads roi: the starts of all axes, then their ends.
static LogicalResult readRegion(OpImport &op,
                                llvm::MutableArrayRef<ResizedAxis> axes) {
  if (!op.hasInput(kRoi))
    return op.invalid("tf_crop_and_resize needs the operand roi");
  auto region = op.constantNumbers(kRoi);
  if (failed(region) ||
      failed(checkCount(op, "roi", region->size(), 2 * axes.size())))
    return failure();
  for (auto [i, axis] : llvm::enumerate(axes)) {
    std::optional<Ratio> start = simplestRatio((*region)[i]);
    std::optional<Ratio> end = simplestRatio((*region)[axes.size() + i]);
    if (!start || !end)
      return op.invalid("an entry of roi is not between -2^30 and 2^30");
    axis.start = *start;
    axis.end = *end;
  }
  return success();
}

/// Sizes from scales: rounded down. With a region, of its length.
static LogicalResult applyScales(OpImport &op, bool crops,
                                 llvm::MutableArrayRef<ResizedAxis> axes) {
  auto scales = op.constantNumbers(kScales);
  if (failed(scales) ||
      failed(checkCount(op, "scales", scales->size(), axes.size())))
    return failure();
  for (auto [axis, scale] : llvm::zip(axes, *scales)) {
    FailureOr<Ratio> ratio = scaleRatio(op, scale);
    if (failed(ratio))
      return failure();
    axis.scale = *ratio;
    IndexExpr length = axis.from * ratio->numerator;
    IndexExpr divisor = ratio->denominator;
    if (crops) {
      length = length * (axis.end.numerator * axis.start.denominator -
                         axis.start.numerator * axis.end.denominator);
      divisor = divisor * axis.start.denominator * axis.end.denominator;
    }
    axis.to = IndexExpr::floorDiv(length, divisor);
  }
  return success();
}

/// One scale for all axes: the least or greatest of size / from; sizes are
/// rounded, halves up.
static void keepAspectRatio(llvm::MutableArrayRef<ResizedAxis> axes,
                            bool notLarger) {
  // Over the common denominator, the product of all `from`.
  IndexExpr all(1), best;
  for (const ResizedAxis &axis : axes)
    all = all * axis.from;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    IndexExpr scale = axis.to;
    for (auto [k, other] : llvm::enumerate(axes))
      scale = k == i ? scale : scale * other.from;
    best = i == 0      ? scale
           : notLarger ? IndexExpr::min(best, scale)
                       : IndexExpr::max(best, scale);
  }
  Ratio common = ratioOf(best, all);
  for (ResizedAxis &axis : axes) {
    axis.scale = common;
    axis.to = IndexExpr::floorDiv(axis.from * common.numerator * 2 +
                                      common.denominator,
                                  common.denominator * 2);
  }
}

static LogicalResult applySizes(OpImport &op,
                                llvm::MutableArrayRef<ResizedAxis> axes) {
  auto sizes = op.symbolicInts(kSizes);
  if (failed(sizes) ||
      failed(checkCount(op, "sizes", sizes->size(), axes.size())))
    return failure();
  StringRef policy = op.stringAttribute("keep_aspect_ratio_policy", "stretch");
  for (auto [axis, size] : llvm::zip(axes, *sizes)) {
    axis.to = size;
    axis.scale = ratioOf(size, axis.from);
    if (!requireSource(op.graph, axis.from, size))
      return failure();
  }
  if (policy == "not_larger" || policy == "not_smaller")
    keepAspectRatio(axes, policy == "not_larger");
  else if (policy != "stretch")
    return op.invalid("keep_aspect_ratio_policy is '" + policy +
                      "' and must be stretch, not_larger or not_smaller");
  return success();
}

static LogicalResult lowerResize(OpImport &op) {
  FailureOr<ResizeModes> modes = readModes(op);
  FailureOr<std::vector<ResizedAxis>> axes = namedAxes(op);
  if (failed(modes) || failed(axes))
    return failure();
  bool crops = modes->coordinates == CoordinateMode::TfCropAndResize;
  if (crops && failed(readRegion(op, *axes)))
    return failure();
  // Opset 11 has empty scales where sizes are given.
  bool scales =
      op.hasInput(kScales) && !numElements(op.sizes(kScales)).isConstant(0);
  if (scales == op.hasInput(kSizes))
    return op.invalid("either scales or sizes must be given, not both");
  if (failed(scales ? applyScales(op, crops, *axes) : applySizes(op, *axes)))
    return failure();
  std::vector<ResizedAxis> steps;
  for (ResizedAxis &axis : *axes) {
    if (!crops && axis.from == axis.to && axis.scale.isOne())
      continue;
    axis.how = modes->resampling;
    if (failed(setPosition(op, axis, modes->coordinates)))
      return failure();
    if (modes->antialias) { // max(1, 1 / scale)
      axis.how.stretchNumerator =
          IndexExpr::max(axis.scale.numerator, axis.scale.denominator);
      axis.how.stretchDenominator = axis.scale.numerator;
    }
    steps.push_back(axis);
  }
  return op.result(resize(op.graph, op.input(0), steps));
}

/// Opset 10: scales only.
static LogicalResult lowerResize10(OpImport &op) {
  FailureOr<llvm::SmallVector<double>> scales = op.constantNumbers(1);
  return failed(scales) ? failure() : lowerScaledResize(op, *scales);
}

OnnxOp tenon::describeResize() {
  constexpr TypeSet kRegion = kF16 | kF32 | kF64;
  std::vector<OnnxAttributeRow> attributes = {
      {"mode", OnnxAttributeType::String},
      {"nearest_mode", OnnxAttributeType::String},
      {"coordinate_transformation_mode", OnnxAttributeType::String},
      {"cubic_coeff_a", OnnxAttributeType::Float},
      {"exclude_outside", OnnxAttributeType::Int},
      {"extrapolation_value", OnnxAttributeType::Float}};
  OnnxOpRow first{.since = 10,
                  .until = 10,
                  .operands = {{"X"}, {"scales", kF32, 'S'}},
                  .attributes = {{"mode", OnnxAttributeType::String}},
                  .lower = lowerResize10};
  OnnxOpRow second{.since = 11,
                   .until = 17,
                   .operands = {{"X"},
                                {"roi", kRegion, 'R', OperandUse::Optional},
                                {"scales", kF32, 'S', OperandUse::Optional},
                                {"sizes", kI64, 'I', OperandUse::Optional}},
                   .attributes = attributes,
                   .lower = lowerResize};
  OnnxOpRow current = second;
  current.since = 18;
  current.until = kLatestOpset;
  current.attributes.push_back({"antialias", OnnxAttributeType::Int});
  current.attributes.push_back({"axes", OnnxAttributeType::Ints});
  current.attributes.push_back(
      {"keep_aspect_ratio_policy", OnnxAttributeType::String});
  return {"Resize",
          "y[i] = x at the position that i comes from, interpolated",
          {first, second, current}};
}

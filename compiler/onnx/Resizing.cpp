// SPDX-License-Identifier: Apache-2.0
// Resizing dimensions by exact scales.
#include "compiler/onnx/Resizing.h"
#include <cmath>
#include <numeric>

using namespace mlir;
using llvm::ArrayRef;

namespace tenon {

std::optional<Ratio> simplestRatio(double value) {
  constexpr double kGreatest = 1 << 30; // products with sizes fit an int64
  constexpr int kMostSteps = 40;        // of the continued fraction
  if (!(std::abs(value) < kGreatest))
    return std::nullopt;
  // Convergents of the continued fraction of |value|.
  double rest = std::abs(value), sign = value < 0 ? -1 : 1;
  double before[2] = {0, 1}, now[2] = {1, 0}; // numerator, denominator
  for (int step = 0; step < kMostSteps; ++step) {
    double whole = std::floor(rest);
    for (int part : {0, 1}) {
      double next = whole * now[part] + before[part];
      before[part] = now[part];
      now[part] = next;
    }
    if (now[0] > kGreatest || now[1] > kGreatest)
      return std::nullopt;
    if (static_cast<float>(sign * now[0] / now[1]) == static_cast<float>(value))
      return Ratio{static_cast<int64_t>(sign * now[0]),
                   static_cast<int64_t>(now[1])};
    rest = 1 / (rest - whole);
  }
  return std::nullopt;
}

Ratio ratioOf(const IndexExpr &a, const IndexExpr &b) {
  std::optional<int64_t> x = a.constant(), y = b.constant();
  if (x && y && *x > 0 && *y > 0) {
    int64_t shared = std::gcd(*x, *y);
    return {*x / shared, *y / shared};
  }
  IndexExpr times = IndexExpr::floorDiv(a, b),
            parts = IndexExpr::floorDiv(b, a);
  if (times * b == a)
    return {times, 1};
  if (parts * a == b)
    return {1, parts};
  return {a, b};
}

/// start + i * (end - start) / (to - 1), in units of the operand's last index.
static LogicalResult setCrop(OpImport &op, ResizedAxis &axis) {
  Resampling &how = axis.how;
  auto ranges = [&](StringRef name) { return op.graph.symbolRange(name); };
  IndexExpr last = axis.from - 1, steps = axis.to - 1;
  IndexExpr common = axis.start.denominator * axis.end.denominator;
  IndexExpr start = axis.start.numerator * axis.end.denominator;
  IndexExpr end = axis.end.numerator * axis.start.denominator;
  if (axis.to.isConstant(1)) { // the middle
    how.step = 0;
    how.offset = (start + end) * last;
    how.denominator = common * 2;
    return success();
  }
  if (!(axis.to - 2).isNonNegative(ranges) && !axis.to.isConstant(0))
    return op.unsupported("tf_crop_and_resize to " + axis.to.str() +
                              " elements, which may be 1, a case of its own",
                          "fix that size with --shape");
  how.step = (end - start) * last;
  how.offset = start * last * steps;
  how.denominator = common * IndexExpr::max(steps, 1);
  return success();
}

LogicalResult setPosition(OpImport &op, ResizedAxis &axis,
                          CoordinateMode mode) {
  Resampling &how = axis.how;
  auto ranges = [&](StringRef name) { return op.graph.symbolRange(name); };
  const IndexExpr &p = axis.scale.numerator, &q = axis.scale.denominator;
  // (i + 1/2) / scale - 1/2 with scale = p / q, but for the offset.
  how.step = q * 2;
  how.denominator = p * 2;
  switch (mode) {
  case CoordinateMode::HalfPixel:
    how.offset = q - p;
    break;
  case CoordinateMode::HalfPixelSymmetric:
    how.offset = p * axis.from - q * axis.to + q - p;
    break;
  case CoordinateMode::PytorchHalfPixel: {
    // Position 0 when the result has one element.
    IndexExpr several =
        IndexExpr::min(IndexExpr::max(axis.to - 1, 0), 1).simplify(ranges);
    how.step = how.step * several;
    how.offset = (q - p) * several;
    break;
  }
  case CoordinateMode::TfHalfPixelForNn:
    how.offset = q;
    break;
  case CoordinateMode::Asymmetric:
    how.step = q;
    how.offset = 0;
    how.denominator = p;
    break;
  case CoordinateMode::AlignCorners:
    how.step = axis.from - 1;
    how.offset = 0;
    how.denominator = axis.to - 1;
    // ONNX's reference takes the scaled length before it is rounded.
    if (p * axis.from != q * axis.to) {
      how.step = how.step * q;
      how.denominator = p * axis.from - q;
    }
    how.denominator = IndexExpr::max(how.denominator, 1).simplify(ranges);
    break;
  case CoordinateMode::TfCropAndResize:
    return setCrop(op, axis);
  }
  return success();
}

/// The float type in which elements of `type` are interpolated.
static Type interpolationType(Type type) {
  constexpr unsigned kExactInFloat = 24; // bits of a float's mantissa
  if (isa<IntegerType>(type))
    return type.getIntOrFloatBitWidth() <= kExactInFloat
               ? Type(Float32Type::get(type.getContext()))
               : Type(Float64Type::get(type.getContext()));
  return accumulatorType(type);
}

Value resize(GraphBuilder &graph, Value input, ArrayRef<ResizedAxis> axes) {
  Type type = elementTypeOf(input);
  bool floats = llvm::any_of(axes, [](const ResizedAxis &axis) {
    return axis.how.kind == ResampleKind::Linear ||
           axis.how.kind == ResampleKind::Cubic;
  });
  if (floats && (axes.size() > 1 || isa<IntegerType>(type)))
    input = graph.cast(input, interpolationType(type));
  for (const ResizedAxis &axis : axes)
    input = graph.resample(input, axis.axis, axis.to, axis.how);
  return graph.cast(input, type);
}

} // namespace tenon

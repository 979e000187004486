// SPDX-License-Identifier: Apache-2.0
// Reads one dimension at fractional positions: nearest elements, linear and
// cubic interpolation.
//
// Positions are quotients of integers, so that resizing by a whole number
// reads at `i floordiv n` and no rounding of a float decides which element is
// the nearest. Keys, "Cubic convolution interpolation for digital image
// processing", IEEE TASSP 29 (1981), equation (4).
#include "compiler/ir/graph/Graph.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tenon;

#define GET_OP_CLASSES
#include "compiler/ir/graph/Resample.cpp.inc"

void tenon::registerResample(TenonDialect &dialect) {
  dialect.add<
#define GET_OP_LIST
#include "compiler/ir/graph/Resample.cpp.inc"
      >();
}

static bool interpolates(ResampleKind kind) {
  return kind == ResampleKind::Linear || kind == ResampleKind::Cubic;
}

LogicalResult ResampleOp::verify() {
  if (static_cast<int64_t>(getAxis()) >= rankOf(getInput()))
    return emitOpError("the axis is not a dimension of the operand");
  if (getPosition().getValues().size() != 3 ||
      getStretch().getValues().size() != 2)
    return emitOpError("position has three expressions and stretch two");
  if (interpolates(getKind()) && !isa<FloatType>(elementTypeOf(getInput())))
    return emitOpError("only floats can be interpolated");
  Sizes sizes = sizesOf(getInput()), result = sizesOf(getResult());
  if (result.size() != sizes.size())
    return emitOpError("the result must have the operand's rank");
  sizes[getAxis()] = result[getAxis()];
  if (tensorType(sizes, elementTypeOf(getInput())) != getResult().getType())
    return emitOpError("the result differs from the operand in another "
                       "dimension or in its element type");
  return success();
}

namespace {

/// Builds the element of one result index.
class Sampler {
public:
  Sampler(ResampleOp op, ElementBuilder &builder,
          llvm::ArrayRef<IndexExpr> index)
      : op(op), builder(builder), at(index), axis(op.getAxis()),
        size(sizesOf(op.getInput())[axis]),
        last(sizesOf(op.getResult())[axis] - 1),
        type(accumulatorType(elementTypeOf(op.getInput()))) {
    llvm::SmallVector<IndexExpr> position = op.getPosition().exprs();
    step = position[0];
    offset = position[1];
    denominator = position[2];
    here = index[axis];
  }

  Element sample();

private:
  struct Tap {
    Element weight, value;
  };

  IndexExpr numerator(const IndexExpr &i) const { return i * step + offset; }
  /// The position of index `i`, rounded as the kind says.
  IndexExpr rounded(const IndexExpr &i);
  /// rounded(here) + tap, moved inside; clamps that can be proved needless,
  /// positions being extreme at the ends, are left out.
  IndexExpr inside(const IndexExpr &tap);

  Element load(const IndexExpr &position) {
    at[axis] = position;
    return builder.cast(builder.load(op.getInput(), at), type);
  }
  Element real(double value) { return builder.literal(value, type); }
  Element times(Element a, Element b) {
    return builder.apply(ScalarFn::Mul, {a, b});
  }
  Element plus(Element a, Element b) {
    return builder.apply(ScalarFn::Add, {a, b});
  }

  /// numerator / divisor as a float.
  Element quotient(const IndexExpr &numerator, const IndexExpr &divisor);
  /// The kernel at distance |d| of a tap, within [least, least + 1] when
  /// `least` is given.
  Element kernel(Element distance, std::optional<int64_t> least);
  Element innerCubic(Element distance);
  Element outerCubic(Element distance);
  /// Value and weight of the element `tap` from the rounded position.
  Tap makeTap(const IndexExpr &tap, std::optional<int64_t> constant);
  Element unrolled();
  Element stretched();

  ResampleOp op;
  ElementBuilder &builder;
  llvm::SmallVector<IndexExpr> at;
  unsigned axis;
  IndexExpr size, last;
  Type type;
  IndexExpr step, offset, denominator, here;
};

} // namespace

IndexExpr Sampler::rounded(const IndexExpr &i) {
  IndexExpr n = numerator(i), d = denominator;
  switch (op.getKind()) {
  case ResampleKind::Ceil:
    return IndexExpr::ceilDiv(n, d);
  case ResampleKind::HalfDown: // ceil(x - 1/2)
    return IndexExpr::ceilDiv(n * 2 - d, d * 2);
  case ResampleKind::HalfUp: // floor(x + 1/2)
    return IndexExpr::floorDiv(n * 2 + d, d * 2);
  default:
    return IndexExpr::floorDiv(n, d);
  }
}

IndexExpr Sampler::inside(const IndexExpr &tap) {
  auto proved = [&](const IndexExpr &expr) {
    return builder.isNonNegative(builder.simplify(expr));
  };
  IndexExpr position = rounded(here) + tap;
  IndexExpr first = rounded(0) + tap, final = rounded(last) + tap;
  if (!proved(first) || !proved(final))
    position = IndexExpr::max(position, 0);
  if (!proved(size - 1 - first) || !proved(size - 1 - final))
    position = IndexExpr::min(position, size - 1);
  return position;
}

Element Sampler::quotient(const IndexExpr &numerator,
                          const IndexExpr &divisor) {
  Type i64 = IntegerType::get(op.getContext(), 64);
  Element value = builder.cast(builder.index(numerator, i64), type);
  if (std::optional<int64_t> known = divisor.constant())
    return times(value, real(1.0 / static_cast<double>(*known)));
  return builder.apply(
      ScalarFn::Div, {value, builder.cast(builder.index(divisor, i64), type)});
}

Element Sampler::innerCubic(Element x) {
  double a = op.getCoefficient().convertToDouble();
  Element slope = plus(times(x, real(a + 2)), real(-(a + 3)));
  return plus(times(times(slope, x), x), real(1));
}

Element Sampler::outerCubic(Element x) {
  double a = op.getCoefficient().convertToDouble();
  Element value = plus(times(x, real(a)), real(-5 * a));
  value = plus(times(value, x), real(8 * a));
  return plus(times(value, x), real(-4 * a));
}

Element Sampler::kernel(Element distance, std::optional<int64_t> least) {
  bool cubic = op.getKind() == ResampleKind::Cubic;
  Element falling =
      builder.apply(ScalarFn::Sub, {real(1), distance}); // of linear
  if (least)
    return !cubic ? falling
                  : (*least == 0 ? innerCubic(distance) : outerCubic(distance));
  auto below = [&](double limit) {
    return builder.apply(ScalarFn::Less, {distance, real(limit)});
  };
  if (!cubic)
    return builder.select(below(1), falling, real(0));
  Element outer = builder.select(below(2), outerCubic(distance), real(0));
  return builder.select(below(1), innerCubic(distance), outer);
}

Sampler::Tap Sampler::makeTap(const IndexExpr &tap,
                              std::optional<int64_t> constant) {
  // The distance of tap t from x = base + rest / denominator.
  IndexExpr base = rounded(here);
  IndexExpr rest = numerator(here) - base * denominator;
  IndexExpr gap = tap * denominator - rest;
  llvm::SmallVector<IndexExpr> stretch = op.getStretch().exprs();
  std::optional<int64_t> least;
  if (constant) { // taps up to the base lie before x, the others after it
    gap = *constant > 0 ? gap : rest - tap * denominator;
    least = *constant > 0 ? *constant - 1 : -*constant;
  }
  Element distance = quotient(gap * stretch[1], denominator * stretch[0]);
  if (!constant)
    distance = builder.apply(ScalarFn::Abs, {distance});
  Element weight = kernel(distance, least);
  if (!op.getExcludeOutside())
    return {weight, times(weight, load(inside(tap)))};
  IndexBound within{base + tap, size};
  Element value = times(weight, load(base + tap));
  return {builder.guard({within}, weight, real(0)),
          builder.guard({within}, value, real(0))};
}

Element Sampler::unrolled() {
  int64_t radius = op.getKind() == ResampleKind::Cubic ? 2 : 1;
  Element value = nullptr, weight = nullptr;
  for (int64_t tap = 1 - radius; tap <= radius; ++tap) {
    Tap next = makeTap(tap, tap);
    value = value ? plus(value, next.value) : next.value;
    weight = weight ? plus(weight, next.weight) : next.weight;
  }
  if (!op.getExcludeOutside())
    return value;
  return builder.apply(ScalarFn::Div, {value, weight});
}

Element Sampler::stretched() {
  int64_t radius = op.getKind() == ResampleKind::Cubic ? 2 : 1;
  llvm::SmallVector<IndexExpr> stretch = op.getStretch().exprs();
  IndexExpr reach = IndexExpr::ceilDiv(stretch[0] * radius, stretch[1]);
  auto sum = [&](Element Tap::*part) {
    IndexVariable tap = builder.variable(reach * 2);
    Tap term = makeTap(tap.expr() + 1 - reach, std::nullopt);
    return builder.reduce(ReduceKind::Sum, {tap}, term.*part);
  };
  return builder.apply(ScalarFn::Div, {sum(&Tap::value), sum(&Tap::weight)});
}

Element Sampler::sample() {
  Type result = elementTypeOf(op.getResult());
  llvm::SmallVector<IndexExpr> stretch = op.getStretch().exprs();
  Element value = nullptr;
  if (!interpolates(op.getKind())) {
    at[axis] = inside(0);
    value = builder.load(op.getInput(), at);
  } else {
    bool plain = stretch[0] == stretch[1];
    value = builder.cast(plain ? unrolled() : stretched(), result);
  }
  if (!op.getExtrapolation())
    return value;
  IndexBound within{numerator(here), (size - 1) * denominator + 1};
  double outside = op.getExtrapolation()->convertToDouble();
  return builder.guard({within}, value, builder.literal(outside, result));
}

Element ResampleOp::element(ElementBuilder &builder, unsigned,
                            llvm::ArrayRef<IndexExpr> index) {
  return Sampler(*this, builder, index).sample();
}

// SPDX-License-Identifier: Apache-2.0
// Two ways to reduce an angle. Moderate ones subtract n pi/2 with pi/2 in three
// parts (Cody & Waite). Huge ones multiply by just those bits of 2/pi that
// matter, in integers (Payne & Hanek, Radian reduction for trigonometric
// functions, SIGNUM Newsletter 18, 1983); that code sits behind a branch that
// is taken when any lane needs it, so ordinary angles do not pay for it. The
// choice is made lane by lane: bits do not depend on the neighbours.
#include "compiler/codegen/math/PiReduction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace tenon::lanes {
namespace {

/// pi/2 as a sum of three f32 and of three f64.
constexpr double kHalfPiSingle[] = {0x1.921fb6p+0, -0x1.777a5cp-25,
                                    -0x1.ee59dap-50};
constexpr double kHalfPiDouble[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                    -0x1.f1976b7ed8fbcp-110};
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;

/// Up to here n pi/2 in three parts is exact enough: n has at most 17 bits in
/// f32, 27 in f64.
constexpr double kModerate[] = {0x1p17, 0x1p27};

ReducedAngle reduceModerate(Real x) {
  double shift = x.format().roundingShift();
  Table parts = x.pick<Table>(kHalfPiSingle, kHalfPiDouble);
  Real sum = fma(x, kTwoOverPi, shift);
  Real n = sum - shift;
  Real rest = fma(n, -parts[0], x); // exact
  Real second = n * parts[1];
  Real secondError = fma(n, parts[1], -second);
  // What rounding takes from the difference is exact in `low`, but where the
  // difference is small beside `second`, and there it does not count.
  Real high = rest - second;
  Real low = (rest - high) - second;
  low = low + fma(n, -parts[2], -secondError);
  return {sum.bits(), high, low};
}

/// 64 zero bits, then the first 1216 bits of 2/pi: enough for the largest
/// f64, whose exponent is 1023, and 192 bits beyond.
constexpr uint64_t kTwoOverPiWords[] = {0,
                                        0xa2f9836e4e441529,
                                        0xfc2757d1f534ddc0,
                                        0xdb6295993c439041,
                                        0xfe5163abdebbc561,
                                        0xb7246e3a424dd2e0,
                                        0x06492eea09d1921c,
                                        0xfe1deb1cb129a73e,
                                        0xe88235f52ebb4484,
                                        0xe99c7026b45f7e41,
                                        0x3991d639835339f4,
                                        0x9c845f8bbdf9283b,
                                        0x1ff897ffde05980f,
                                        0xef2f118b5a0a6d1f,
                                        0x6d367ecf27cb09b7,
                                        0x4f463f669e5fea2d,
                                        0x7527bac7ebe5f17b,
                                        0x3d0739f78a5292ea,
                                        0x6bfb5fb11f8d5d08,
                                        0x56033046fc7b6bab};

/// The four words of kTwoOverPiWords from number `word` on, by halving steps:
/// no table in memory, no gather.
SmallVector<Integer> selectWords(Integer word) {
  SmallVector<Integer> words;
  for (uint64_t bits : kTwoOverPiWords)
    words.push_back(word.constant(int64_t(bits)));
  for (size_t step : {16, 8, 4, 2, 1}) {
    Mask isFurther = (word & int64_t(step)) != 0;
    size_t needed = std::min(words.size(), step + 3);
    for (size_t i = 0; i < needed; ++i)
      if (i + step < words.size())
        words[i] = select(isFurther, words[i + step], words[i]);
    words.truncate(needed);
  }
  return words;
}

struct Product {
  Integer low;
  Integer high;
};

Product multiplyUnsigned(Integer a, Integer b) {
  auto op = a.builder->create<arith::MulUIExtendedOp>(a.loc, a.value, b.value);
  return {Integer(*a.builder, a.loc, op.getLow()),
          Integer(*a.builder, a.loc, op.getHigh())};
}

/// A signed integer as a float times 2^exponent.
Real scaledReal(Integer a, int exponent) {
  return a.toReal() * std::ldexp(1.0, exponent);
}

/// |x| 2/pi modulo 4 in units of 2^-126, as a number of two words.
struct Turns {
  Integer high;
  Integer low;
};

/// With |x| = m 2^E, bits of 2/pi above 2^(2-E) contribute multiples of 4; the
/// 192 bits from there on, times m modulo 2^192, are the answer and 64 guard
/// bits, of which the truncated product spoils 53.
Turns turnsOfHuge(Integer bits) {
  Integer magnitude = bits & std::numeric_limits<int64_t>::max();
  Integer mantissa = (magnitude & ((int64_t(1) << 52) - 1)) | int64_t(1) << 52;
  // E = field - 1075; in the table, which begins with 64 zeros, the first bit
  // wanted is number E - 1 + 63.
  Integer position = (magnitude >> 52) - 1013;
  position = select(position > 0, position, 0);
  Integer offset = position & 63;
  SmallVector<Integer> words = selectWords(position >> 6);
  SmallVector<Integer, 3> window;
  for (int i = 0; i < 3; ++i) {
    // Shifts by 1 and 63 - offset: one by 64 would be undefined.
    Integer next = shiftRightUnsigned(words[i + 1], 1);
    window.push_back((words[i] << offset) |
                     shiftRightUnsigned(next, offset ^ 63));
  }
  Product middle = multiplyUnsigned(mantissa, window[1]);
  Product last = multiplyUnsigned(mantissa, window[2]);
  Integer low = middle.low + last.high;
  Integer carry = select(lessUnsigned(low, last.high), low.constant(1), 0);
  return {mantissa * window[0] + middle.high + carry, low};
}

/// For f64 arguments of at least kModerate[0]; others give garbage.
ReducedAngle reduceHuge(Real x) {
  Turns turns = turnsOfHuge(x.bits());
  constexpr int64_t kHalfQuarter = int64_t(1) << 61;
  Integer quarters = shiftRightUnsigned(turns.high + kHalfQuarter, 62);
  Integer fraction = turns.high - (quarters << 62);

  // Four parts of 32 bits, each exact as a float. The first is 0 or larger
  // than the second, so the sum of these two is exact in two floats.
  constexpr int64_t kLow32 = 0xffffffff;
  Real first = scaledReal(fraction >> 32, -30);
  Real second = scaledReal(fraction & kLow32, -62);
  Real third = scaledReal(shiftRightUnsigned(turns.low, 32), -94);
  Real fourth = scaledReal(turns.low & kLow32, -126);
  Real high = first + second;
  Real low = (first - high) + second + (third + fourth);

  Real radians = high * kHalfPiDouble[0];
  Real rest = fma(high, kHalfPiDouble[0], -radians);
  rest = fma(high, kHalfPiDouble[1], fma(low, kHalfPiDouble[0], rest));
  Real sum = radians + rest;
  Real sumError = (radians - sum) + rest;

  // The angle of -x is the negative in all its parts.
  Integer minus = x.bits() >> 63;
  Real sign = withSignOfPositive(x.constant(1.0), x);
  return {(quarters ^ minus) - minus, sum * sign, sumError * sign};
}

/// reduceHuge in the format of x; NaN for infinities.
ReducedAngle reduceHugeLike(Real x) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  Real a = x.isDouble() ? x : toDouble(x);
  ReducedAngle angle = reduceHuge(a);
  angle.high = select(abs(a) < kInfinity, angle.high, a.constant(kNan));
  if (x.isDouble())
    return angle;
  Real high = toSingle(angle.high);
  Type narrow = x.typeOf(x.builder->getI32Type());
  Integer quarters(*x.builder, x.loc,
                   x.create<arith::TruncIOp>(narrow, angle.quarters.value));
  return {quarters, high, toSingle(angle.high - toDouble(high))};
}

void yield(OpBuilder &builder, Location loc, const ReducedAngle &angle) {
  builder.create<scf::YieldOp>(
      loc, ValueRange{angle.quarters.value, angle.high.value, angle.low.value});
}

} // namespace

ReducedAngle reduceAngle(Real x) {
  ReducedAngle moderate = reduceModerate(x);
  Mask isHuge = abs(x) > kModerate[x.isDouble()];
  auto huge = [&](OpBuilder &builder, Location loc) {
    ReducedAngle angle = reduceHugeLike(Real(builder, loc, x.value));
    yield(builder, loc,
          {select(isHuge, angle.quarters, moderate.quarters),
           select(isHuge, angle.high, moderate.high),
           select(isHuge, angle.low, moderate.low)});
  };
  auto allModerate = [&](OpBuilder &builder, Location loc) {
    yield(builder, loc, moderate);
  };
  auto branch =
      x.builder->create<scf::IfOp>(x.loc, anyLane(isHuge), huge, allModerate);
  auto result = [&](unsigned i) { return branch.getResult(i); };
  return {Integer(*x.builder, x.loc, result(0)),
          Real(*x.builder, x.loc, result(1)),
          Real(*x.builder, x.loc, result(2))};
}

} // namespace tenon::lanes

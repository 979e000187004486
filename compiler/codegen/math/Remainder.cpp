// SPDX-License-Identifier: Apache-2.0
// Exact remainders. A float remainder is found by a loop that subtracts large
// exact multiples q y 2^k of the divisor; nearly always one round is enough,
// and 13 (f32) or 42 (f64) are the most. A vector goes on until all its lanes
// are done; a lane that is done keeps its value.
#include "compiler/codegen/math/Lanes.h"
#include "compiler/codegen/math/MathFunctions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace tenon::lanes {
namespace {

/// The exponent field that `a` > 0 would have if denormals were normalised.
Integer exponentField(Real a) {
  FloatFormat format = a.format();
  double scale = std::ldexp(1.0, format.mantissaBits);
  Mask isNormal = a >= a.pick(0x1p-126, 0x1p-1022);
  Integer normal = a.bits() >> format.mantissaBits;
  Integer scaled = ((a * scale).bits() >> format.mantissaBits);
  return select(isNormal, normal, scaled - format.mantissaBits);
}

/// r - q y 2^k, for the largest k that leaves r / (y 2^k) small enough for its
/// whole part q to be exact, and at least 0. Everything is exact: y 2^k is y
/// with another exponent, and the difference is a multiple of the last place
/// of y 2^k that is smaller than it, so it fits. The quotient may round up to
/// the next whole number; then the difference is negative and gets one y 2^k
/// back.
Real subtractMultiple(Real r, Real y, Integer yExponent) {
  FloatFormat format = r.format();
  Integer k = exponentField(r) - yExponent - (format.mantissaBits - 1);
  k = select(k > 0, k, 0);
  // Two steps, since 2^k may not be a normal number.
  Integer half = k >> 1;
  Real scaled = y * powerOfTwo(half, y) * powerOfTwo(k - half, y);
  Real quotient = trunc(r / scaled);
  Real rest = fma(-quotient, scaled, r);
  return select(rest < 0.0, rest + scaled, rest);
}

/// r mod y for r >= 0, finite, and y > 0.
Real reduce(Real r, Real y) {
  Integer yExponent = exponentField(y);
  auto isUnfinished = [&](OpBuilder &builder, Location loc, ValueRange state) {
    Value more = anyLane(Real(builder, loc, state[0]) >= y);
    builder.create<scf::ConditionOp>(loc, more, state);
  };
  auto step = [&](OpBuilder &builder, Location loc, ValueRange state) {
    Real rest(builder, loc, state[0]);
    Real next = subtractMultiple(rest, y, yExponent);
    builder.create<scf::YieldOp>(loc, select(rest >= y, next, rest).value);
  };
  auto loop =
      r.builder->create<scf::WhileOp>(r.loc, TypeRange(r.value.getType()),
                                      ValueRange(r.value), isUnfinished, step);
  return Real(*r.builder, r.loc, loop.getResult(0));
}

Real fmod(Real x, Real y) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  Real a = abs(x), b = abs(y);
  // What has no remainder is kept out of the loop, which would not end.
  Mask isValid = (a < kInfinity) & (b > 0.0);
  Real rest = reduce(select(isValid, a, 0.0), select(isValid, b, 1.0));
  return select(isValid, withSignOfPositive(rest, x), kNan);
}

Real floorMod(Real x, Real y) {
  Real rest = fmod(x, y);
  Mask differ = (rest.bits() ^ y.bits()) < 0;
  Real moved = select(differ, rest + y, rest);
  return select(rest == 0.0, withSignOf(rest, y), moved);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitFmod(OpBuilder &builder, Location loc, Value x, Value y) {
  return lanes::emitBinary(builder, loc, x, y, lanes::fmod);
}

Value emitFloorMod(OpBuilder &builder, Location loc, Value x, Value y) {
  return lanes::emitBinary(builder, loc, x, y, lanes::floorMod);
}

} // namespace tenon

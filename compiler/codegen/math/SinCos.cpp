// SPDX-License-Identifier: Apache-2.0
// sin, cos and tan: the angle is reduced to high + low in [-pi/4, pi/4] and a
// number of quarter turns (PiReduction.h), then minimax polynomials around 0;
// the low part enters to first order.
#include "compiler/codegen/math/MathFunctions.h"
#include "compiler/codegen/math/PiReduction.h"

using namespace mlir;

namespace tenon::lanes {
namespace {

// Table sin: (sin(x) / x - 1) / x^2 in x^2. 2^-27.8, 2^-63.2.
constexpr double kSinSingle[] = {-0x1.555546p-3, 0x1.110774p-7,
                                 -0x1.9951ecp-13};
constexpr double kSinDouble[] = {-0x1.5555555555555p-3,  0x1.1111111111069p-7,
                                 -0x1.a01a019ffe521p-13, 0x1.71de3a33a518p-19,
                                 -0x1.ae642c50d0fbp-26,  0x1.6109bcb1822e8p-33,
                                 -0x1.9ffcfea42ccp-41};
// Table cos: (cos(x) - 1 + x^2 / 2) / x^4 in x^2. 2^-32.9, 2^-68.9.
constexpr double kCosSingle[] = {0x1.55554ap-5, -0x1.6c0c28p-10,
                                 0x1.99e80cp-16};
constexpr double kCosDouble[] = {0x1.5555555555555p-5,  -0x1.6c16c16c16b3p-10,
                                 0x1.a01a019ffcb8ep-16, -0x1.27e4fb5a22d8dp-22,
                                 0x1.1eed6f8534b15p-29, -0x1.93745aa66beccp-37,
                                 0x1.9db2c86416749p-45};
// Table tan: (tan(x) / x - 1) / x^2 in x^2. 2^-29.5, 2^-56.1.
constexpr double kTanSingle[] = {0x1.55556p-2,  0x1.110d9ap-3, 0x1.badaep-5,
                                 0x1.5cb26ap-6, 0x1.632124p-7, 0x1.5fdb84p-14,
                                 0x1.1f1202p-8};
constexpr double kTanDouble[] = {
    0x1.55555555554eep-2,   0x1.11111111186f7p-3,   0x1.ba1ba1b43ab5fp-5,
    0x1.664f49b17a847p-6,   0x1.226e115cadc8dp-7,   0x1.d6d9575dc4c63p-9,
    0x1.7d59ac89b2d64p-10,  0x1.3808b8d696398p-11,  0x1.d1c9aaa01fb8bp-13,
    0x1.1f8163ec58125p-13,  -0x1.c8260e27f33e6p-16, 0x1.7a4ac0d6ea476p-14,
    -0x1.7bcf60ded0532p-15, 0x1.5fa5ae3a23ff4p-16};

Real sinOfReduced(const ReducedAngle &angle, Real square) {
  Real p = polynomial(square, square.pick<Table>(kSinSingle, kSinDouble));
  return angle.high + fma(angle.high * square, p, angle.low);
}

Real cosOfReduced(const ReducedAngle &angle, Real square) {
  Real p = polynomial(square, square.pick<Table>(kCosSingle, kCosDouble));
  Real tail = fma(square, p, -0.5);
  return fma(square, tail, -(angle.high * angle.low)) + 1.0;
}

/// sin(x + shift pi/2).
Real sinShifted(Real x, int64_t shift) {
  ReducedAngle angle = reduceAngle(x);
  Integer quarters = shift == 0 ? angle.quarters : angle.quarters + shift;
  Real square = angle.high * angle.high;
  Real result = select((quarters & 1) != 0, cosOfReduced(angle, square),
                       sinOfReduced(angle, square));
  // Two quarters turn the sign: bit 1 goes to the sign bit.
  FloatFormat format = x.format();
  Integer sign = (quarters << (format.width - 2)) & format.signMask();
  return (result.bits() ^ sign).asReal();
}

Real sin(Real x) { return select(x == 0.0, x, sinShifted(x, 0)); }
Real cos(Real x) { return sinShifted(x, 1); }

Real tan(Real x) {
  ReducedAngle angle = reduceAngle(x);
  Real square = angle.high * angle.high;
  Real p = polynomial(square, x.pick<Table>(kTanSingle, kTanDouble));
  Real low = fma(square, angle.low, angle.low);
  Real tail = fma(angle.high * square, p, low);
  Real tangent = angle.high + tail;
  // Every other quarter -1/tan, with the part of the sum that was rounded off
  // put in by one Newton step.
  Real rest = (angle.high - tangent) + tail;
  Real inverse = -1.0 / tangent;
  Real residual = fma(inverse, rest, fma(inverse, tangent, 1.0));
  inverse = fma(inverse, residual, inverse);
  Real result = select((angle.quarters & 1) != 0, inverse, tangent);
  return select(x == 0.0, x, result);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitSin(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::sin);
}

Value emitCos(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::cos);
}

Value emitTan(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::tan);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// log, log2, log10 and log1p. Each splits its argument into m 2^e with m in
// [sqrt(1/2), sqrt(2)) and takes log(1 + f) = f - f^2/2 + f^3 P(f) at
// f = m - 1, which is exact; P is a minimax polynomial. So a result near 0
// (e = 0) loses nothing, and no division is needed.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace tenon::lanes {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Table log: (log(1 + f) - f + f^2/2) / f^3. 2^-27.3, 2^-59.0.
constexpr double kLogSingle[] = {0x1.555554p-2,  -0x1.000228p-2, 0x1.99a032p-3,
                                 -0x1.54723cp-3, 0x1.22d718p-3,  -0x1.0d8272p-3,
                                 0x1.056ba2p-3,  -0x1.38e782p-4};
constexpr double kLogDouble[] = {
    0x1.5555555555558p-2,  -0x1.0000000000043p-2, 0x1.9999999998fcfp-3,
    -0x1.555555554acd2p-3, 0x1.24924924e9ddp-3,   -0x1.000000050ced9p-3,
    0x1.c71c719c4d949p-4,  -0x1.999997153760ep-4, 0x1.745d1c11e8c2ep-4,
    -0x1.5555b3090da32p-4, 0x1.3b1390515e8afp-4,  -0x1.2489ff372ba38p-4,
    0x1.110a73ce233d9p-4,  -0x1.0070d3188c137p-4, 0x1.e371e48989e16p-5,
    -0x1.c08c02716c5fdp-5, 0x1.9c2b093fce492p-5,  -0x1.aae654181f5dcp-5,
    0x1.f051153503fbap-5,  -0x1.b7370fd1e0b9p-5,  0x1.690943d3d5444p-6};

/// A base's two constants, each as a sum of two numbers: what the logarithm
/// of 2 is in this base, and what the natural logarithm is multiplied by.
struct Base {
  double ofTwoHigh[2], ofTwoLow[2];
  double factorHigh[2], factorLow[2];
};
constexpr Base kNatural = {{0x1.62e43p-1, 0x1.62e42fefa39efp-1},
                           {-0x1.05c61p-29, 0x1.abc9e3b39803fp-56},
                           {1.0, 1.0},
                           {0.0, 0.0}};
constexpr Base kTwo = {{1.0, 1.0},
                       {0.0, 0.0},
                       {0x1.715476p0, 0x1.71547652b82fep0},
                       {0x1.4ae0cp-26, 0x1.777d0ffda0d24p-56}};
constexpr Base kTen = {{0x1.344136p-2, 0x1.34413509f79ffp-2},
                       {-0x1.ec10cp-27, -0x1.9dc1da994fd21p-59},
                       {0x1.bcb7b2p-2, 0x1.bcb7b1526e50ep-2},
                       {-0x1.5b235ep-27, 0x1.95355baaafad3p-57}};

/// log(1 + f) in a base, plus e times the logarithm of 2.
Real logOfReduced(Real f, Real e, const Base &base) {
  int k = f.isDouble();
  Real square = f * f;
  Real p = polynomial(f, f.pick<Table>(kLogSingle, kLogDouble));
  Real tail = square * fma(f, p, -0.5); // log(1 + f) - f
  if (base.factorHigh[k] != 1.0)
    tail = fma(f, base.factorLow[k], tail * base.factorHigh[k]);
  if (base.ofTwoLow[k] != 0.0)
    tail = fma(e, base.ofTwoLow[k], tail);
  Real sum =
      base.factorHigh[k] == 1.0 ? f + tail : fma(f, base.factorHigh[k], tail);
  return fma(e, base.ofTwoHigh[k], sum);
}

Real logInBase(Real x, const Base &base) {
  FloatFormat format = x.format();
  double smallestNormal = x.pick(0x1p-126, 0x1p-1022);

  // Denormals are scaled up to be normal.
  Mask isNormal = x >= smallestNormal;
  double mantissaBits = format.mantissaBits;
  Real scaled = select(isNormal, x, x * std::ldexp(1.0, format.mantissaBits));
  Integer bits = scaled.bits();
  Integer exponent = (bits - bitsOfRootHalf(x)) >> format.mantissaBits;
  Real m = (bits - (exponent << format.mantissaBits)).asReal();
  Real e = exponent.toReal() - select(isNormal, 0.0, mantissaBits, x);
  Real result = logOfReduced(m - 1.0, e, base);

  result = select(x < kInfinity, result, x);
  Real special = select(x == 0.0, -kInfinity, kNan, x);
  return select(x <= 0.0, special, result);
}

Real log2(Real x) { return logInBase(x, kTwo); }
Real log10(Real x) { return logInBase(x, kTen); }

} // namespace

int64_t bitsOfRootHalf(const Real &like) {
  return like.pick<int64_t>(0x3f3504f3, 0x3fe6a09e667f3bcc);
}

Real log(Real x) { return logInBase(x, kNatural); }

Real log1p(Real x) {
  FloatFormat format = x.format();
  // The exponent of 1 + x, rounded, then f = (1 + x) 2^-e - 1 from x itself:
  // x 2^-e is exact, and so is 2^-e - 1 wherever it counts. For e = 0, f = x;
  // for an e so large that 2^-e has no bits, any tiny number would do for it.
  Integer exponent =
      ((x + 1.0).bits() - bitsOfRootHalf(x)) >> format.mantissaBits;
  Integer exponentBits = exponent << format.mantissaBits;
  Real scaled = (x.bits() - exponentBits).asReal();
  Integer scaleBits = x.constant(1.0).bits() - exponentBits;
  Real scale = select(scaleBits > 0, scaleBits, 0).asReal();
  Real result =
      logOfReduced(scaled + (scale - 1.0), exponent.toReal(), kNatural);

  result = withSignOf(result, x);
  result = select(x < kInfinity, result, x);
  result = select(x == -1.0, -kInfinity, result);
  return select(x < -1.0, kNan, result);
}

} // namespace tenon::lanes

namespace tenon {

Value emitLog(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::log);
}

Value emitLog2(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::log2);
}

Value emitLog10(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::log10);
}

Value emitLog1p(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::log1p);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// The error function, of |x|, in two pieces that are both computed: up to 1
// x + x P(x^2), beyond it 1 - erfc(x). In f32 erfc is the fourth power of a
// polynomial: its fourth root is far smoother, and the error that the power
// multiplies by 4 is one of a number below 0.16. In f64 it is e^(-x^2) R(t)
// with t = 1 / (x + 2), a variable in which R is smooth.
#include "compiler/codegen/math/Functions.h"
#include "compiler/codegen/math/MathFunctions.h"

using namespace mlir;

namespace tenon::lanes {
namespace {

// Table erf_near: erf(x) / x - 1 in x^2 on [0, 1]. 2^-29.3, 2^-56.0.
constexpr double kNearSingle[] = {
    0x1.06eba8p-3, -0x1.81273ep-2,  0x1.ce2ce6p-4, -0x1.b7f71ap-6,
    0x1.53f224p-8, -0x1.a3515ep-11, 0x1.4771fcp-14};
constexpr double kNearDouble[] = {
    0x1.06eba8214db68p-3,   -0x1.812746b03799dp-2,  0x1.ce2f21a03f8bbp-4,
    -0x1.b82ce311a99p-6,    0x1.565bcceede1d5p-8,   -0x1.c02daeb7d5af5p-11,
    0x1.f9a296cdd628fp-14,  -0x1.f4c830e0ed7adp-17, 0x1.b96b6d452c334p-20,
    -0x1.5b8d06c9663b1p-23, 0x1.d3e25dbe614cfp-27,  -0x1.a24da15600241p-31};
// Table erfc_root: erfc(x)^(1/4) in x - kMiddle on [1, kSaturated]. 2^-26.1.
constexpr double kMiddle = 0x1.3ae148p1;
constexpr double kRootSingle[] = {
    0x1.32c296p-3,  -0x1.94b788p-3, 0x1.8547dap-4,
    -0x1.6ececep-7, -0x1.c73b64p-8, 0x1.68d29ep-9,
    0x1.107342p-14, -0x1.12d5ep-12, -0x1.7d4b52p-16};
// Table erfcx: e^(x^2) erfc(x) in 1 / (x + 2) - kErfcxMiddle on [1, 6].
// 2^-63.3.
constexpr double kErfcxMiddle = 0x1.d555555555555p-3;
constexpr double kErfcxDouble[] = {
    0x1.c57cd9cd3f3a8p-3, 0x1.8ddea0419f38ap0,  0x1.c6e106001c207p1,
    0x1.3c74c4a512675p2,  0x1.aca523a5c2023p0,  -0x1.a59ad72c6ff3ap2,
    -0x1.6fbbff2358aafp2, 0x1.dc03262a68cb9p3,  0x1.7972d4204b503p3,
    -0x1.8442e1b745ee8p5, -0x1.dda2f4247abbfp1, 0x1.4f5d44fb7eefep7,
    -0x1.728f8b381ee1fp7, -0x1.eb5f7e25eb2bap7, 0x1.268729001e856p9};

/// erf rounds to 1 from here on.
constexpr double kSaturated[] = {3.92, 6.0};

Real farSingle(Real magnitude) {
  Real root = polynomial(magnitude - kMiddle, kRootSingle);
  Real square = root * root;
  return fma(-square, square, 1.0);
}

Real farDouble(Real magnitude) {
  Real t = 1.0 / (magnitude + 2.0);
  Real scaled = polynomial(t - kErfcxMiddle, kErfcxDouble);
  return fma(-expOfNonPositive(-(magnitude * magnitude)), scaled, 1.0);
}

Real erf(Real x) {
  Real magnitude = atMost(abs(x), kSaturated[x.isDouble()]);
  Real square = magnitude * magnitude;
  Real near = polynomial(square, x.pick<Table>(kNearSingle, kNearDouble));
  near = fma(magnitude, near, magnitude);
  Real far = x.isDouble() ? farDouble(magnitude) : farSingle(magnitude);
  return withSignOfPositive(select(magnitude < 1.0, near, far), x);
}

} // namespace
} // namespace tenon::lanes

namespace tenon {

Value emitErf(OpBuilder &builder, Location loc, Value x) {
  return lanes::emitUnary(builder, loc, x, lanes::erf);
}

} // namespace tenon

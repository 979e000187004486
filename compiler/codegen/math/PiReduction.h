// SPDX-License-Identifier: Apache-2.0
// Reduction of an angle to [-pi/4, pi/4] and a number of quarter turns, for
// every finite float: the first step of SinCos.cpp.
#ifndef TENON_COMPILER_CODEGEN_MATH_PIREDUCTION_H
#define TENON_COMPILER_CODEGEN_MATH_PIREDUCTION_H

#include "compiler/codegen/math/Lanes.h"

namespace tenon::lanes {

/// x = quarters * pi/2 + high + low, quarters modulo 4 in its low two bits.
struct ReducedAngle {
  Integer quarters;
  Real high;
  Real low;
};

ReducedAngle reduceAngle(Real x);

} // namespace tenon::lanes

#endif // TENON_COMPILER_CODEGEN_MATH_PIREDUCTION_H

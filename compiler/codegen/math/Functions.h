// SPDX-License-Identifier: Apache-2.0
// Functions on handles that the files of this folder share: the body of one
// public function is a step of another. Each is defined in the file of its
// family and holds what MathFunctions.h says, for f32 and f64.
#ifndef TENON_COMPILER_CODEGEN_MATH_FUNCTIONS_H
#define TENON_COMPILER_CODEGEN_MATH_FUNCTIONS_H

#include "compiler/codegen/math/Lanes.h"

namespace tenon::lanes {

/// e^x (Exp.cpp).
Real exp(Real x);
/// e^x for x <= 0: no step against overflow.
Real expOfNegative(Real x);
/// e^x - 1 for 0 <= x <= 44; the sign of a zero is lost.
Real expm1OfPositive(Real x);

/// log(x) and log(1 + x) (Log.cpp).
Real log(Real x);
Real log1p(Real x);

} // namespace tenon::lanes

#endif // TENON_COMPILER_CODEGEN_MATH_FUNCTIONS_H

// SPDX-License-Identifier: Apache-2.0
// Functions on handles that the files of this folder share: the body of one
// public function is a step of another. Each is defined in the file of its
// family and holds what MathFunctions.h says, for f32 and f64.
#ifndef TENON_COMPILER_CODEGEN_MATH_FUNCTIONS_H
#define TENON_COMPILER_CODEGEN_MATH_FUNCTIONS_H

#include "compiler/codegen/math/Lanes.h"

#include <optional>

namespace tenon::lanes {

/// e^x (Exp.cpp).
Real exp(Real x);
/// e^x for x <= 0: no step against overflow.
Real expOfNonPositive(Real x);
/// e^x / 2, which overflows only where the half does.
Real halfExp(Real x);
/// (e^2x - 1) / 2 for 0 <= x <= 22; the sign of a zero is lost.
Real halfExpm1OfTwice(Real x);
/// 2^(x + rest) for an x that needs no bounds (at most 130, 1026 in f64, at
/// least -152, -1077) and a rest below its last place.
Real exp2OfSum(Real x, std::optional<Real> rest);

/// log(x) and log(1 + x) (Log.cpp).
Real log(Real x);
Real log1p(Real x);
/// The bits of sqrt(1/2) rounded down, which begin the interval of mantissas.
int64_t bitsOfRootHalf(const Real &like);

} // namespace tenon::lanes

#endif // TENON_COMPILER_CODEGEN_MATH_FUNCTIONS_H

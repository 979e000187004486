// SPDX-License-Identifier: Apache-2.0
// How far rounding may carry a right kernel away from the reference, one
// function at a time: the reference computes in double, a kernel in the type
// of each value. Errors are absolute bounds; 0 means the same number, infinity
// that nothing can be said.
#ifndef TENON_COMPILER_REFERENCE_ROUNDINGERROR_H
#define TENON_COMPILER_REFERENCE_ROUNDINGERROR_H

#include "compiler/ir/graph/ScalarFn.h"
#include "compiler/reference/ScalarType.h"

namespace tenon::reference {

enum class Rounding : uint8_t {
  None,    // the result is one of the operands, or a number like them
  Nearest, // the exact result, rounded once
  Some,    // our mathematics: within two units in the last place
};
Rounding roundingOf(ScalarFn fn);

/// The most that rounding to nearest changes a number, relative to it. Of
/// double twice that: there the reference rounds as well.
double unitRoundoff(ScalarType type);
/// The same near zero, where numbers are evenly spaced: half a denormal.
double leastRoundoff(ScalarType type);
double greatestOf(ScalarType type);
double leastNormalOf(ScalarType type);

/// The error that rounding adds to `result`, computed in double from operands
/// that are the kernel's own (`isExact`) or near them.
double roundingError(Rounding rounding, ScalarType type, double result,
                     bool isExact);

/// A sum of `count` terms, in any order, fused or not: each passes through at
/// most as many roundings as there are terms, and one more as a product.
/// `magnitude` is the sum of the terms' absolute values.
double sumError(ScalarType type, int64_t count, double magnitude);

/// The distance of two results; infinite when one is no number.
double distance(double a, double b);

/// What is left of `error` when the kernel's value and `value` are both
/// rounded to `type`.
double errorOnceRounded(ScalarType type, double value, double error);

} // namespace tenon::reference

#endif // TENON_COMPILER_REFERENCE_ROUNDINGERROR_H

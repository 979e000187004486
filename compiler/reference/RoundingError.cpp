// SPDX-License-Identifier: Apache-2.0
// Bounds of rounding errors.
#include "compiler/reference/RoundingError.h"
#include <algorithm>
#include <cfloat>
#include <cmath>

namespace tenon::reference {

Rounding roundingOf(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Neg:
  case ScalarFn::Abs:
  case ScalarFn::Sign:
  case ScalarFn::Floor:
  case ScalarFn::Ceil:
  case ScalarFn::Round:
  case ScalarFn::Trunc:
  case ScalarFn::Fmod:
  case ScalarFn::Min:
  case ScalarFn::Max:
  case ScalarFn::Select:
  case ScalarFn::Cast: // the reference rounds a cast as kernels do
    return Rounding::None;
  case ScalarFn::Add:
  case ScalarFn::Sub:
  case ScalarFn::Mul:
  case ScalarFn::Div:
  case ScalarFn::Mod:
  case ScalarFn::Sqrt:
  case ScalarFn::Reciprocal:
    return Rounding::Nearest;
  default:
    return Rounding::Some;
  }
}

namespace {

struct Precision {
  int digits;        // of the significand, the hidden one included
  int leastExponent; // of the smallest denormal, as a power of two
  double greatest;
};

Precision precisionOf(ScalarType type) {
  if (type.kind == ScalarKind::BFloat)
    return {8, -133, std::ldexp(255, 120)};
  switch (type.bits) {
  case 16:
    return {11, -24, 65504};
  case 32:
    return {FLT_MANT_DIG, FLT_MIN_EXP - FLT_MANT_DIG, FLT_MAX};
  default:
    return {DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG, DBL_MAX};
  }
}

bool isDouble(ScalarType type) { return type.bits == 64; }

} // namespace

double unitRoundoff(ScalarType type) {
  return std::ldexp(isDouble(type) ? 2 : 1, -precisionOf(type).digits);
}

double leastRoundoff(ScalarType type) {
  return std::max(std::ldexp(0.5, precisionOf(type).leastExponent),
                  DBL_TRUE_MIN);
}

double greatestOf(ScalarType type) { return precisionOf(type).greatest; }

double leastNormalOf(ScalarType type) {
  Precision precision = precisionOf(type);
  return std::ldexp(1, precision.leastExponent + precision.digits - 1);
}

double roundingError(Rounding rounding, ScalarType type, double result,
                     bool isExact) {
  if (rounding == Rounding::None || !std::isfinite(result))
    return 0;
  // Beyond the type a kernel has infinity, the reference goes on.
  if (std::abs(result) > greatestOf(type))
    return INFINITY;
  if (rounding == Rounding::Nearest && isExact)
    return distance(type.round(result), result);
  // Two units in the last place are at most four roundings.
  double roundings = rounding == Rounding::Nearest ? 1 : 4;
  return roundings *
         (unitRoundoff(type) * std::abs(result) + leastRoundoff(type));
}

double sumError(ScalarType type, int64_t count, double magnitude) {
  if (magnitude > greatestOf(type))
    return INFINITY; // a partial sum may be infinite
  double roundings = static_cast<double>(count) + 1;
  return roundings * (unitRoundoff(type) * magnitude + leastRoundoff(type));
}

double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double difference = std::abs(a - b);
  return std::isnan(difference) ? INFINITY : difference;
}

double errorOnceRounded(ScalarType type, double value, double error) {
  double rounded = type.round(value);
  if (error == 0 || std::isinf(error))
    return error;
  return std::max(distance(type.round(value - error), rounded),
                  distance(type.round(value + error), rounded));
}

} // namespace tenon::reference

// SPDX-License-Identifier: Apache-2.0
// Facts about the scalar functions.
#include "compiler/ir/graph/ScalarFn.h"

namespace tenon {

unsigned numOperands(ScalarFn fn) {
  // The enum's values are grouped by arity (Graph.td).
  auto value = static_cast<uint32_t>(fn);
  if (value < static_cast<uint32_t>(ScalarFn::Add))
    return 1;
  return fn == ScalarFn::Select ? 3 : 2;
}

bool resultIsBool(ScalarFn fn) {
  switch (fn) {
  case ScalarFn::Equal:
  case ScalarFn::NotEqual:
  case ScalarFn::Less:
  case ScalarFn::LessEqual:
  case ScalarFn::Greater:
  case ScalarFn::GreaterEqual:
  case ScalarFn::IsNan:
  case ScalarFn::IsInf:
    return true;
  default:
    return false;
  }
}

unsigned costOf(ScalarFn fn) {
  // Multiply-adds that the function's polynomial takes, rounded; divisions
  // and roots by their issue cost in multiply-adds.
  constexpr unsigned kTranscendental = 16, kTrigonometric = 24, kDivision = 4;
  switch (fn) {
  case ScalarFn::Exp:
  case ScalarFn::Log:
  case ScalarFn::Tanh:
  case ScalarFn::Sigmoid:
  case ScalarFn::Erf:
  case ScalarFn::Log1p:
  case ScalarFn::Expm1:
    return kTranscendental;
  case ScalarFn::Sin:
  case ScalarFn::Cos:
  case ScalarFn::Tan:
  case ScalarFn::Asin:
  case ScalarFn::Acos:
  case ScalarFn::Atan:
  case ScalarFn::Sinh:
  case ScalarFn::Cosh:
  case ScalarFn::Asinh:
  case ScalarFn::Acosh:
  case ScalarFn::Atanh:
  case ScalarFn::Pow:
    return kTrigonometric;
  case ScalarFn::Div:
  case ScalarFn::Sqrt:
  case ScalarFn::Reciprocal:
  case ScalarFn::Mod:
  case ScalarFn::Fmod:
    return kDivision;
  default:
    return 1;
  }
}

} // namespace tenon

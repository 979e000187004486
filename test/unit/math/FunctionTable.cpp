// SPDX-License-Identifier: Apache-2.0
#include "test/unit/math/FunctionTable.h"

#include "compiler/codegen/math/MathFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cmath>

namespace tenon::test {
namespace {

template <typename T> T sigmoid(T x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}

template <typename T> T rsqrt(T x) { return 1 / std::sqrt(x); }

using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atanh,
    std::cbrt, std::ceil, std::cos, std::cosh, std::erf, std::exp, std::exp2,
    std::expm1, std::floor, std::log, std::log10, std::log1p, std::log2,
    std::nearbyint, std::sin, std::sinh, std::sqrt, std::tan, std::tanh,
    std::trunc;

#define ROW(emit, function, singleUlps, doubleUlps)                            \
  {#emit,                                                                      \
   tenon::emit,                                                                \
   [](double x) -> double { return function(x); },                             \
   [](long double x) -> long double { return function(x); },                   \
   singleUlps,                                                                 \
   doubleUlps}

constexpr UnaryFunctionRow kRows[] = {
    ROW(emitExp, exp, 0.9, 0.9),         ROW(emitExp2, exp2, 0.9, 0.9),
    ROW(emitExpm1, expm1, 1.5, 2),       ROW(emitLog, log, 1, 0.9),
    ROW(emitLog2, log2, 1.2, 1.1),       ROW(emitLog10, log10, 1.1, 1),
    ROW(emitLog1p, log1p, 1.6, 1.5),     ROW(emitTanh, tanh, 1.9, 2.1),
    ROW(emitSigmoid, sigmoid, 1.7, 1.8), ROW(emitErf, erf, 1.7, 1.2),
    ROW(emitSqrt, sqrt, 0.5, 0.5),       ROW(emitRsqrt, rsqrt, 1.5, 1.5),
    ROW(emitCbrt, cbrt, 0.55, 0.51),     ROW(emitSin, sin, 1.2, 1.2),
    ROW(emitCos, cos, 1.2, 1.2),         ROW(emitTan, tan, 1.3, 1.3),
    ROW(emitAsin, asin, 1.4, 1.6),       ROW(emitAcos, acos, 1.2, 1.2),
    ROW(emitAtan, atan, 1.4, 1.6),       ROW(emitSinh, sinh, 1.7, 1.7),
    ROW(emitCosh, cosh, 1.4, 1.4),       ROW(emitAsinh, asinh, 0.51, 2),
    ROW(emitAcosh, acosh, 0.51, 2),      ROW(emitAtanh, atanh, 0.51, 2),
    ROW(emitFloor, floor, 0, 0),         ROW(emitCeil, ceil, 0, 0),
    ROW(emitTrunc, trunc, 0, 0),         ROW(emitRoundEven, nearbyint, 0, 0),
};
#undef ROW

} // namespace

llvm::ArrayRef<UnaryFunctionRow> unaryFunctions() { return kRows; }

const UnaryFunctionRow &findFunction(llvm::StringRef name) {
  return *llvm::find_if(
      kRows, [&](const UnaryFunctionRow &row) { return name == row.name; });
}

} // namespace tenon::test

// SPDX-License-Identifier: Apache-2.0
// Every function of one operand with an independent reference (the C library
// in a wider type) and the error that MathFunctions.h promises.
#ifndef TENON_TEST_UNIT_MATH_FUNCTIONTABLE_H
#define TENON_TEST_UNIT_MATH_FUNCTIONTABLE_H

#include "test/unit/math/MathKernel.h"

#include <ostream>

namespace tenon::test {

struct UnaryFunctionRow {
  const char *name;
  mlir::Value (*emit)(mlir::OpBuilder &, mlir::Location, mlir::Value);
  double (*reference)(double);
  long double (*longReference)(long double);
  /// Largest errors over all f32, and over the f64 that the tests try.
  double singleUlps;
  double doubleUlps;
};

llvm::ArrayRef<UnaryFunctionRow> unaryFunctions();
const UnaryFunctionRow &findFunction(llvm::StringRef name);

/// How a row appears in a test's name and messages.
inline void PrintTo(const UnaryFunctionRow &row, std::ostream *out) {
  *out << row.name;
}

} // namespace tenon::test

#endif // TENON_TEST_UNIT_MATH_FUNCTIONTABLE_H

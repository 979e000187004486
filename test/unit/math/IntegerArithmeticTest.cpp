// SPDX-License-Identifier: Apache-2.0
// Integer division, remainder and power: every pair of 8-bit integers against
// plain C++ in a wider type, and the ends of the wider types by hand.
#include "compiler/codegen/math/MathFunctions.h"
#include "test/unit/math/MathKernel.h"
#include "gtest/gtest.h"

#include <functional>

namespace tenon::test {
namespace {

using IntegerEmit = mlir::Value (*)(mlir::OpBuilder &, mlir::Location,
                                    mlir::Value, mlir::Value, bool);

EmitFunction integer(IntegerEmit emit, bool isSigned) {
  return [=](mlir::OpBuilder &builder, mlir::Location loc,
             mlir::ValueRange operands) {
    return emit(builder, loc, operands[0], operands[1], isSigned);
  };
}

/// All pairs of bytes, as numbers or as they are read with a sign.
void checkBytes(IntegerEmit emit, bool isSigned,
                const std::function<int(int, int)> &reference) {
  std::vector<uint8_t> x, y;
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      x.push_back(uint8_t(a));
      y.push_back(uint8_t(b));
    }
  auto read = [&](uint8_t byte) {
    return isSigned ? int(int8_t(byte)) : int(byte);
  };
  for (Form form : {Form::Scalar, Form::Vector}) {
    MathKernel kernel(runnableTargets().back(), Element::I8, form, 2,
                      integer(emit, isSigned));
    std::vector<uint8_t> results = kernel.operator()<uint8_t>({x, y});
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(results[i], uint8_t(reference(read(x[i]), read(y[i]))))
          << read(x[i]) << ", " << read(y[i]);
  }
}

TEST(IntegerArithmetic, DivideTruncatesAndNeverTraps) {
  auto reference = [](int x, int y) { return y == 0 ? 0 : x / y; };
  checkBytes(emitIntegerDivide, true, reference);
  checkBytes(emitIntegerDivide, false, reference);
}

TEST(IntegerArithmetic, RemainderHasTheSignOfTheDividend) {
  auto reference = [](int x, int y) { return y == 0 ? 0 : x % y; };
  checkBytes(emitIntegerRemainder, true, reference);
  checkBytes(emitIntegerRemainder, false, reference);
}

TEST(IntegerArithmetic, FloorModHasTheSignOfTheDivisor) {
  auto reference = [](int x, int y) { return y == 0 ? 0 : ((x % y) + y) % y; };
  checkBytes(emitIntegerFloorMod, true, reference);
  checkBytes(emitIntegerFloorMod, false, reference);
}

TEST(IntegerArithmetic, PowerWrapsAround) {
  auto reference = [](int base, int exponent) {
    if (exponent < 0)
      return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
    uint32_t product = 1;
    for (int i = 0; i < exponent; ++i)
      product *= uint32_t(base);
    return int(product);
  };
  checkBytes(emitIntegerPower, true, reference);
  checkBytes(emitIntegerPower, false, reference);
}

TEST(IntegerArithmetic, EndsOfWiderTypes) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  std::vector<int64_t> x = {kMin, kMin, 7, -7, 10};
  std::vector<int64_t> y = {-1, 0, kMin, 3, 18};
  auto run = [&](IntegerEmit emit) {
    MathKernel kernel(runnableTargets().back(), Element::I64, Form::Vector, 2,
                      integer(emit, true));
    return kernel.operator()<int64_t>({x, y});
  };
  using Results = std::vector<int64_t>;
  EXPECT_EQ(run(emitIntegerDivide), (Results{kMin, 0, 0, -2, 0}));
  EXPECT_EQ(run(emitIntegerRemainder), (Results{0, 0, 7, -1, 10}));
  EXPECT_EQ(run(emitIntegerFloorMod), (Results{0, 0, kMin + 7, 2, 10}));
  EXPECT_EQ(run(emitIntegerPower),
            (Results{0, 1, 0, -343, 1000000000000000000}));
}

} // namespace
} // namespace tenon::test

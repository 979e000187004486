// SPDX-License-Identifier: Apache-2.0
// Functions of two floats: pow, atan2 and the two remainders. Random operands
// near all the hard places against the C library in a wider type, and the
// special cases of ISO C, annex F, by hand.
#include "compiler/codegen/math/MathFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "test/unit/math/MathKernel.h"
#include "test/unit/math/UlpError.h"
#include "gtest/gtest.h"

#include <bit>
#include <random>

namespace tenon::test {
namespace {

using Emit = mlir::Value (*)(mlir::OpBuilder &, mlir::Location, mlir::Value,
                             mlir::Value);
using Reference = long double (*)(long double, long double);

template <typename T> constexpr Element kElementOf = Element::F32;
template <> constexpr Element kElementOf<double> = Element::F64;

template <typename T> struct Pairs {
  std::vector<T> x, y;
  void add(double a, double b) {
    x.push_back(T(a));
    y.push_back(T(b));
  }
};

/// Six kinds in turn: any bits; ordinary numbers; negative bases with whole
/// exponents; bases near 1 with huge exponents; powers up to overflow of bases
/// of any size, and of bases within one reduced interval of the logarithm.
template <typename T> Pairs<T> randomPairs() {
  constexpr int kPerKind = 10000;
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  double largestLog = std::log(double(std::numeric_limits<T>::max()));
  std::mt19937_64 generator(97);
  auto within = [&](double low, double high) {
    return low + (high - low) * double(generator() >> 11) * 0x1p-53;
  };
  Pairs<T> pairs;
  for (int i = 0; i < kPerKind; ++i) {
    pairs.add(std::bit_cast<T>(Bits(generator())),
              std::bit_cast<T>(Bits(generator())));
    pairs.add(within(0, 10), within(-40, 40));
    pairs.add(within(-8, 8), std::floor(within(-40, 40)));
    pairs.add(within(0.99, 1.01), within(-100, 100) * largestLog);
    for (double logarithm :
         {within(-0.9, 0.9) * largestLog, within(-0.4, 0.4)}) {
      double base = double(T(std::exp(logarithm)));
      pairs.add(base, within(-1, 1) * largestLog / std::log(base));
    }
  }
  return pairs;
}

/// The same operands in scalar and vector code of every target: equal bits,
/// and within `tolerance` of the reference.
template <typename T>
void check(Emit emit, Reference reference, double tolerance) {
  Pairs<T> pairs = randomPairs<T>();
  std::optional<std::vector<T>> first;
  for (const std::string &target : runnableTargets())
    for (Form form : {Form::Scalar, Form::Vector}) {
      MathKernel kernel(target, kElementOf<T>, form, 2, binary(emit));
      std::vector<T> results = kernel.operator()<T>({pairs.x, pairs.y});
      if (!first)
        first = results;
      for (size_t i = 0; i < results.size(); ++i)
        ASSERT_TRUE(results[i] == (*first)[i] ||
                    (std::isnan(results[i]) && std::isnan((*first)[i])))
            << target << " at " << pairs.x[i] << ", " << pairs.y[i];
    }
  for (size_t i = 0; i < pairs.x.size(); ++i) {
    long double exact = reference(pairs.x[i], pairs.y[i]);
    double error = ulpError<long double>((*first)[i], exact, kUlpFormatOf<T>);
    ASSERT_LE(error, tolerance)
        << "at " << pairs.x[i] << ", " << pairs.y[i] << ": got " << (*first)[i]
        << ", exact " << double(exact);
  }
}

TEST(BinaryFunctions, PowerIsAccurate) {
  auto reference = [](long double x, long double y) { return powl(x, y); };
  check<float>(emitPower, reference, 1);
  check<double>(emitPower, reference, 1.3);
}

TEST(BinaryFunctions, Atan2IsAccurate) {
  auto reference = [](long double y, long double x) { return atan2l(y, x); };
  check<float>(emitAtan2, reference, 1.6);
  check<double>(emitAtan2, reference, 1.6);
}

TEST(BinaryFunctions, FmodIsExact) {
  auto reference = [](long double x, long double y) { return fmodl(x, y); };
  check<float>(emitFmod, reference, 0);
  check<double>(emitFmod, reference, 0);
}

TEST(BinaryFunctions, FloorModHasTheSignOfTheDivisor) {
  auto reference = [](long double x, long double y) {
    long double rest = fmodl(x, y);
    if (rest == 0)
      return copysignl(0, y);
    return (rest < 0) == (y < 0) ? rest : rest + y;
  };
  check<float>(emitFloorMod, reference, 0.5);
  check<double>(emitFloorMod, reference, 0.51);
}

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kPi = 0x1.921fb6p+1f;

struct SpecialPair {
  float x, y, result;
};

void checkSpecial(Emit emit, llvm::ArrayRef<SpecialPair> rows) {
  std::vector<float> x, y;
  for (const SpecialPair &row : rows) {
    x.push_back(row.x);
    y.push_back(row.y);
  }
  MathKernel kernel(runnableTargets().back(), Element::F32, Form::Vector, 2,
                    binary(emit));
  std::vector<float> results = kernel.operator()<float>({x, y});
  for (size_t i = 0; i < rows.size(); ++i)
    if (std::isnan(rows[i].result))
      EXPECT_TRUE(std::isnan(results[i]))
          << x[i] << ", " << y[i] << ": " << results[i];
    else
      EXPECT_EQ(std::bit_cast<uint32_t>(results[i]),
                std::bit_cast<uint32_t>(rows[i].result))
          << x[i] << ", " << y[i] << ": " << results[i];
}

TEST(BinaryFunctions, PowerKnowsSpecialCases) {
  checkSpecial(emitPower, {
                              {0.0f, -3.0f, kInf},
                              {-0.0f, -3.0f, -kInf},
                              {-0.0f, -2.0f, kInf},
                              {-0.0f, -0.5f, kInf},
                              {0.0f, -kInf, kInf},
                              {-0.0f, 3.0f, -0.0f},
                              {-0.0f, 2.0f, 0.0f},
                              {-0.0f, 0.5f, 0.0f},
                              {0.0f, 0.0f, 1.0f},
                              {-1.0f, kInf, 1.0f},
                              {-1.0f, -kInf, 1.0f},
                              {1.0f, kNan, 1.0f},
                              {kNan, 0.0f, 1.0f},
                              {kNan, -0.0f, 1.0f},
                              {kNan, 1.0f, kNan},
                              {2.0f, kNan, kNan},
                              {-1.0f, kNan, kNan},
                              {-8.0f, 1.0f / 3, kNan},
                              {-2.0f, 3.0f, -8.0f},
                              {-2.0f, 2.0f, 4.0f},
                              {-2.0f, -1.0f, -0.5f},
                              {-2.0f, 16777217.0f, kInf}, // even as a float
                              {0.5f, -kInf, kInf},
                              {0.5f, kInf, 0.0f},
                              {2.0f, -kInf, 0.0f},
                              {-2.0f, kInf, kInf},
                              {kInf, -1.0f, 0.0f},
                              {kInf, 0.5f, kInf},
                              {-kInf, 3.0f, -kInf},
                              {-kInf, 2.0f, kInf},
                              {-kInf, 0.5f, kInf},
                              {-kInf, -3.0f, -0.0f},
                              {-kInf, -2.0f, 0.0f},
                              {2.0f, 127.0f, 0x1p127f},
                              {2.0f, 128.0f, kInf},
                              {2.0f, -149.0f, 0x1p-149f},
                              {2.0f, -151.0f, 0.0f},
                              {3.0f, 4.0f, 81.0f},
                              {9.0f, 0.5f, 3.0f},
                              {0x1p-149f, 0.5f, 0x1.6a09e6p-75f},
                              {0x1p-149f, -1.0f, kInf},
                          });
}

/// x^exponent with the exponent as a constant of the kernel.
EmitFunction constantPower(double exponent) {
  return [exponent](mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::ValueRange operands) {
    mlir::Type type = operands[0].getType();
    mlir::TypedAttr number = builder.getF32FloatAttr(exponent);
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
      number = mlir::DenseElementsAttr::get(vector, mlir::Attribute(number));
    mlir::Value y = builder.create<mlir::arith::ConstantOp>(loc, number);
    return emitPower(builder, loc, operands[0], y);
  };
}

TEST(BinaryFunctions, PowerOfConstantExponentIsTheSameFunction) {
  std::vector<float> inputs = {0.0f, -0.0f, kInf,    -kInf,     kNan,
                               1.0f, -1.0f, 0x1p70f, 0x1p-149f, -0x1p-149f};
  for (float x : randomPairs<float>().x)
    inputs.push_back(x);
  for (double exponent : {1.0, 2.0, 3.0, -1.0, 0.5, -2.0, 0.0})
    for (Form form : {Form::Scalar, Form::Vector}) {
      MathKernel kernel(runnableTargets().back(), Element::F32, form, 1,
                        constantPower(exponent));
      std::vector<float> results = kernel.operator()<float>({inputs});
      for (size_t i = 0; i < inputs.size(); ++i) {
        double exact = std::pow(double(inputs[i]), exponent);
        ASSERT_LE(ulpError<double>(results[i], exact, kUlpFormatOf<float>), 1.6)
            << inputs[i] << "^" << exponent << ": " << results[i];
      }
    }
}

TEST(BinaryFunctions, Atan2KnowsSpecialCases) {
  checkSpecial(emitAtan2, {
                              {0.0f, 0.0f, 0.0f},
                              {-0.0f, 0.0f, -0.0f},
                              {0.0f, -0.0f, kPi},
                              {-0.0f, -0.0f, -kPi},
                              {-0.0f, -1.0f, -kPi},
                              {0.0f, 1.0f, 0.0f},
                              {1.0f, 0.0f, kPi / 2},
                              {-1.0f, -0.0f, -kPi / 2},
                              {kInf, kInf, kPi / 4},
                              {kInf, -kInf, 0x1.2d97c8p+1f}, // 3 pi / 4
                              {-kInf, 3.0f, -kPi / 2},
                              {2.0f, -kInf, kPi},
                              {-2.0f, kInf, -0.0f},
                              {kNan, 0.0f, kNan},
                              {0.0f, kNan, kNan},
                              {kInf, kNan, kNan},
                              {0x1p-149f, 2.0f, 0.0f},
                              {0x1p-148f, 1.0f, 0x1p-148f},
                          });
}

TEST(BinaryFunctions, RemaindersKnowSpecialCases) {
  checkSpecial(emitFmod,
               {
                   {-0.0f, 1.0f, -0.0f},
                   {-6.0f, 3.0f, -0.0f},
                   {5.5f, 2.0f, 1.5f},
                   {-5.5f, 2.0f, -1.5f},
                   {5.5f, -2.0f, 1.5f},
                   {1.0f, 0.0f, kNan},
                   {kInf, 2.0f, kNan},
                   {-3.0f, kInf, -3.0f},
                   {kInf, kInf, kNan},
                   {kNan, 1.0f, kNan},
                   {1.0f, kNan, kNan},
                   {0x1.fffffep+127f, 0x1p-149f, 0.0f},
                   {0x1.fffffep+127f, 0x1.6p-146f, 0x1.4p-146f}, // 11, 10
               });
  checkSpecial(emitFloorMod, {
                                 {5.5f, 2.0f, 1.5f},
                                 {-5.5f, 2.0f, 0.5f},
                                 {5.5f, -2.0f, -0.5f},
                                 {-5.5f, -2.0f, -1.5f},
                                 {-6.0f, 3.0f, 0.0f},
                                 {6.0f, -3.0f, -0.0f},
                                 {-3.0f, kInf, kInf},
                                 {1.0f, 0.0f, kNan},
                             });
}

} // namespace
} // namespace tenon::test

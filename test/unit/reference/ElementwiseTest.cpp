// SPDX-License-Identifier: Apache-2.0
// Scalar functions on whole tensors: broadcasting, NaN, integer corners.
#include "test/unit/reference/ReferenceTest.h"
#include <cmath>

namespace tenon::reference {
namespace {

class ElementwiseTest : public ReferenceTest {
protected:
  /// fn on vectors of one element type.
  Values apply(const std::string &fn, const std::string &element,
               std::vector<Values> operands, std::string result = "") {
    if (result.empty())
      result = element;
    std::string size = std::to_string(operands[0].size()) + "x";
    std::string in = "tensor<" + size + element + ">";
    std::string out = "tensor<" + size + result + ">";
    std::string arguments, names, types;
    std::vector<Tensor> tensors;
    for (auto [i, values] : llvm::enumerate(operands)) {
      std::string comma = i ? ", " : "", name = "%a" + std::to_string(i);
      arguments += comma + name + ": " + in;
      names += comma + name;
      types += comma + in;
      tensors.push_back(tensor(element, {int64_t(values.size())}, values));
    }
    return run("func.func @main(" + arguments + ") -> " + out +
                   " {\n%r = tenon.elementwise <" + fn + "> (" + names +
                   ") : (" + types + ") -> " + out + "\nreturn %r : " + out +
                   "\n}",
               tensors);
  }

  static void expectSame(const Values &found, const Values &expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (auto [f, e] : llvm::zip(found, expected)) {
      EXPECT_TRUE(f == e || (std::isnan(f) && std::isnan(e)))
          << f << " expected " << e;
      EXPECT_EQ(std::signbit(f), std::signbit(e)) << f << " expected " << e;
    }
  }
};

constexpr double kInf = INFINITY, kNan = NAN;

TEST_F(ElementwiseTest, OneRealOperand) {
  Values x = {-2.5, -0.5, 0, 0.5, 1.5, 2.5};
  expectSame(apply("neg", "f32", {x}), {2.5, 0.5, -0.0, -0.5, -1.5, -2.5});
  expectSame(apply("abs", "f32", {x}), {2.5, 0.5, 0, 0.5, 1.5, 2.5});
  expectSame(apply("sign", "f32", {x}), {-1, -1, 0, 1, 1, 1});
  expectSame(apply("floor", "f32", {x}), {-3, -1, 0, 0, 1, 2});
  expectSame(apply("ceil", "f32", {x}), {-2, -0.0, 0, 1, 2, 3});
  expectSame(apply("round", "f32", {x}), {-2, -0.0, 0, 0, 2, 2});
  expectSame(apply("trunc", "f32", {x}), {-2, -0.0, 0, 0, 1, 2});
  expectSame(apply("reciprocal", "f32", {{2, -4, 0, -0.0}}),
             {0.5, -0.25, kInf, -kInf});
  expectSame(apply("sqrt", "f32", {{4, 0, 2}}),
             {2, 0, double(std::sqrt(2.0f))});
}

TEST_F(ElementwiseTest, ResultsAreRoundedOnceToTheirType) {
  // exp(1) = 2.718281828459045...; the nearest in each type, by hand.
  EXPECT_EQ(apply("exp", "f64", {{1}})[0], 0x1.5bf0a8b145769p+1);
  EXPECT_EQ(apply("exp", "f32", {{1}})[0], 0x1.5bf0a8p+1);
  EXPECT_EQ(apply("exp", "f16", {{1}})[0], 2.71875);
  EXPECT_EQ(apply("exp", "bf16", {{1}})[0], 2.71875);
  EXPECT_EQ(apply("exp", "f16", {{12}})[0], kInf);
  EXPECT_EQ(apply("mul", "f16", {{0x1p-14}, {0x1p-10}})[0], 0x1p-24);
}

TEST_F(ElementwiseTest, TranscendentalIdentities) {
  Values x = {-0.75, -0.25, 0.125, 0.5};
  auto sin = apply("sin", "f64", {x}), cos = apply("cos", "f64", {x});
  auto tan = apply("tan", "f64", {x}), tanh = apply("tanh", "f64", {x});
  auto sinh = apply("sinh", "f64", {x}), cosh = apply("cosh", "f64", {x});
  auto sigmoid = apply("sigmoid", "f64", {x});
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(sin[i] * sin[i] + cos[i] * cos[i], 1, 1e-15);
    EXPECT_NEAR(tan[i], sin[i] / cos[i], 1e-15);
    EXPECT_NEAR(cosh[i] * cosh[i] - sinh[i] * sinh[i], 1, 1e-14);
    EXPECT_NEAR(tanh[i], sinh[i] / cosh[i], 1e-15);
    EXPECT_NEAR(sigmoid[i], (1 + std::tanh(x[i] / 2)) / 2, 1e-15);
  }
  for (const auto &[fn, inverse] :
       {std::pair("asin", "sin"), std::pair("atan", "tan"),
        std::pair("asinh", "sinh"), std::pair("atanh", "tanh"),
        std::pair("log1p", "expm1")}) {
    Values back = apply(inverse, "f64", {apply(fn, "f64", {x})});
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_NEAR(back[i], x[i], 1e-15) << fn;
  }
  EXPECT_NEAR(apply("acos", "f64", {{0.5}})[0], M_PI / 3, 1e-15);
  EXPECT_NEAR(apply("acosh", "f64", {{1.25}})[0], std::log(2.0), 1e-15);
  EXPECT_NEAR(apply("erf", "f64", {{0.5}})[0], 0.5204998778130465, 1e-15);
  EXPECT_NEAR(apply("log", "f64", {{8}})[0], 3 * std::log(2.0), 1e-15);
}

TEST_F(ElementwiseTest, NanSpreadsThroughMinAndMax) {
  expectSame(apply("min", "f32", {{kNan, 1, 2}, {1, kNan, -3}}),
             {kNan, kNan, -3});
  expectSame(apply("max", "f32", {{kNan, 1, 2}, {1, kNan, -3}}),
             {kNan, kNan, 2});
  EXPECT_TRUE(std::isnan(apply("sign", "f32", {{kNan}})[0]));
  EXPECT_TRUE(std::isnan(apply("add", "f32", {{kInf}, {-kInf}})[0]));
}

TEST_F(ElementwiseTest, ComparisonsAndTests) {
  Values a = {1, 2, 3, kNan}, b = {2, 2, 2, kNan};
  expectSame(apply("less", "f32", {a, b}, "i1"), {1, 0, 0, 0});
  expectSame(apply("less_equal", "f32", {a, b}, "i1"), {1, 1, 0, 0});
  expectSame(apply("greater", "f32", {a, b}, "i1"), {0, 0, 1, 0});
  expectSame(apply("greater_equal", "f32", {a, b}, "i1"), {0, 1, 1, 0});
  expectSame(apply("equal", "f32", {a, b}, "i1"), {0, 1, 0, 0});
  expectSame(apply("not_equal", "f32", {a, b}, "i1"), {1, 0, 1, 1});
  expectSame(apply("is_nan", "f32", {a}, "i1"), {0, 0, 0, 1});
  expectSame(apply("is_inf", "f32", {{kInf, -kInf, 1, kNan}}, "i1"),
             {1, 1, 0, 0});
  // ui64 beyond the sign bit is greater, not negative.
  expectSame(apply("greater", "ui64", {{-1}, {1}}, "i1"), {1});
  expectSame(apply("greater", "i64", {{-1}, {1}}, "i1"), {0});
}

TEST_F(ElementwiseTest, ModTakesTheDivisorsSignAndFmodTheDividends) {
  Values a = {-7, 7, -7, 7}, b = {3, -3, -3, 3};
  for (const char *type : {"i32", "f32"}) {
    expectSame(apply("mod", type, {a, b}), {2, -2, -1, 1});
    expectSame(apply("fmod", type, {a, b}), {-1, 1, -1, 1});
  }
  expectSame(apply("fmod", "f32", {{-4.3, 5.75}, {2, -0.5}}),
             {double(std::fmod(-4.3f, 2.0f)), 0.25});
}

TEST_F(ElementwiseTest, IntegersWrapAndNeverTrap) {
  expectSame(apply("add", "i8", {{127}, {1}}), {-128});
  expectSame(apply("sub", "ui8", {{0}, {1}}), {255});
  expectSame(apply("mul", "i32", {{65536}, {65536}}), {0});
  expectSame(apply("neg", "i8", {{-128}}), {-128});
  expectSame(apply("abs", "i8", {{-128}}), {-128});
  expectSame(apply("div", "i32", {{-7, 7, 5}, {2, -2, 0}}), {-3, -3, 0});
  expectSame(apply("div", "i8", {{-128}, {-1}}), {-128});
  expectSame(apply("div", "i64", {{double(INT64_MIN)}, {-1}}),
             {double(INT64_MIN)});
  expectSame(apply("div", "ui8", {{200}, {3}}), {66});
  expectSame(apply("mod", "i32", {{5, -5}, {0, -1}}), {0, 0});
  expectSame(apply("fmod", "i32", {{5, -5}, {0, -1}}), {0, 0});
  expectSame(apply("pow", "i32", {{2, -3, 2, 0, -1}, {10, 3, -1, 0, -3}}),
             {1024, -27, 0, 1, -1});
  expectSame(apply("pow", "ui8", {{2}, {8}}), {0});
  expectSame(apply("sign", "i32", {{-5, 0, 9}}), {-1, 0, 1});
  expectSame(apply("min", "i32", {{-5, 3}, {2, 2}}), {-5, 2});
  expectSame(apply("max", "ui64", {{-1}, {1}}), {-1});
}

TEST_F(ElementwiseTest, BitsAndShifts) {
  expectSame(apply("and", "ui8", {{12}, {10}}), {8});
  expectSame(apply("or", "ui8", {{12}, {10}}), {14});
  expectSame(apply("xor", "ui8", {{12}, {10}}), {6});
  expectSame(apply("not", "ui8", {{1}}), {254});
  expectSame(apply("not", "i8", {{1}}), {-2});
  expectSame(apply("not", "i1", {{0, 1}}), {1, 0});
  expectSame(apply("xor", "i1", {{0, 1, 1}, {1, 1, 0}}), {1, 0, 1});
  expectSame(apply("shift_left", "ui8", {{1, 255, 1}, {7, 4, 8}}),
             {128, 240, 0});
  expectSame(apply("shift_right", "ui8", {{128, 255, 255}, {7, 8, 200}}),
             {1, 0, 0});
  expectSame(apply("shift_right", "ui64", {{-1}, {63}}), {1});
  expectSame(apply("shift_left", "i32", {{1, 1, 1}, {31, 32, -1}}),
             {double(INT32_MIN), 0, 0});
  expectSame(apply("shift_right", "i8", {{-128}, {8}}), {0});
}

TEST_F(ElementwiseTest, Casts) {
  expectSame(apply("cast", "f32", {{-1.9, 300, kNan, 1e30}}, "i8"),
             {-1, 127, 0, 127});
  expectSame(apply("cast", "f32", {{-1.9, 300, kNan}}, "ui8"), {0, 255, 0});
  expectSame(apply("cast", "f32", {{0, -0.0, 0.5, kNan}}, "i1"), {0, 0, 1, 1});
  expectSame(apply("cast", "i32", {{300, -1}}, "ui8"), {44, 255});
  expectSame(apply("cast", "i1", {{1, 0}}, "f16"), {1, 0});
  expectSame(apply("cast", "ui64", {{-1}}, "f32"), {0x1p64});
  expectSame(apply("cast", "f64", {{1 + 0x1p-11 + 0x1p-40}}, "f16"),
             {1 + 0x1p-10});
  expectSame(apply("cast", "f32", {{100000}}, "f16"), {kInf});
}

TEST_F(ElementwiseTest, FunctionsThatATypeLacksAreRefused) {
  Failure failure = runToFailure(R"(
    func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
      %r = tenon.elementwise <exp> (%x) : (tensor<2xi32>) -> tensor<2xi32>
      return %r : tensor<2xi32>
    })",
                                 tensor("i32", {2}, {1, 2}));
  EXPECT_EQ(failure.kind, InterpretErrorKind::Unsupported);
  EXPECT_NE(failure.text.find("exp is not defined on i32"), std::string::npos)
      << failure.text;
}

TEST_F(ElementwiseTest, Broadcasts) {
  EXPECT_EQ(run(R"(
    func.func @main(%a: tensor<2x1x2xf32>, %b: tensor<3x1xf32>)
        -> tensor<2x3x2xf32> {
      %r = tenon.elementwise <add> (%a, %b) :
          (tensor<2x1x2xf32>, tensor<3x1xf32>) -> tensor<2x3x2xf32>
      return %r : tensor<2x3x2xf32>
    })",
                {tensor("f32", {2, 1, 2}, {1, 2, 3, 4}),
                 tensor("f32", {3, 1}, {10, 20, 30})}),
            Values({11, 12, 21, 22, 31, 32, 13, 14, 23, 24, 33, 34}));
}

TEST_F(ElementwiseTest, SelectPicksPerElement) {
  EXPECT_EQ(run(R"(
    func.func @main(%c: tensor<3xi1>, %a: tensor<3xf32>, %b: tensor<f32>)
        -> tensor<3xf32> {
      %r = tenon.elementwise <select> (%c, %a, %b) :
          (tensor<3xi1>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
      return %r : tensor<3xf32>
    })",
                {tensor("i1", {3}, {1, 0, 1}), tensor("f32", {3}, {1, 2, 3}),
                 tensor("f32", {}, {9})}),
            Values({1, 9, 3}));
}

} // namespace
} // namespace tenon::reference

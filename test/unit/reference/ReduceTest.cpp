// SPDX-License-Identifier: Apache-2.0
// Reductions: NaN, ties, nothing to reduce, precision of the accumulator.
#include "test/unit/reference/ReferenceTest.h"
#include <cmath>

namespace tenon::reference {
namespace {

class ReduceTest : public ReferenceTest {
protected:
  /// Reduces axis 1 of [rows, values / rows].
  Values reduce(const std::string &kind, const std::string &type, int64_t rows,
                const Values &values) {
    int64_t columns = rows ? int64_t(values.size()) / rows : 0;
    std::string in = "tensor<" + std::to_string(rows) + "x" +
                     std::to_string(columns) + "x" + type + ">";
    std::string out = "tensor<" + std::to_string(rows) + "x" +
                      (kind.substr(0, 3) == "arg" ? "i64" : type) + ">";
    return run("func.func @main(%x: " + in + ") -> " + out +
                   " {\n%r = tenon.reduce <" + kind + "> %x [1] : (" + in +
                   ") -> " + out + "\nreturn %r : " + out + "\n}",
               tensor(type, {rows, columns}, values));
  }
};

TEST_F(ReduceTest, SumAndProduct) {
  EXPECT_EQ(reduce("sum", "f32", 2, {1, 2, 3, 4, 5, 6}), Values({6, 15}));
  EXPECT_EQ(reduce("product", "f32", 2, {1, 2, 3, 4, 5, 6}), Values({6, 120}));
  EXPECT_EQ(reduce("sum", "i8", 1, {100, 100, 100}), Values({44}));
  EXPECT_EQ(reduce("product", "ui8", 1, {16, 17}), Values({16}));
}

TEST_F(ReduceTest, SumIsRoundedOnce) {
  // In fp32 step by step, each 2^-24 would be lost against 1.
  Values values(257, 0x1p-24);
  values[0] = 1;
  EXPECT_EQ(reduce("sum", "f32", 1, values), Values({1 + 0x1p-16}));
  // Beyond the range of fp16 in the middle, inside it at the end.
  EXPECT_EQ(reduce("sum", "f16", 1, {65504, 65504, -65504}), Values({65504}));
}

TEST_F(ReduceTest, MaxAndMinSpreadNan) {
  EXPECT_EQ(reduce("max", "f32", 2, {1, 3, 2, -1, -3, -2}), Values({3, -1}));
  EXPECT_EQ(reduce("min", "f32", 2, {1, 3, 2, -1, -3, -2}), Values({1, -3}));
  for (const char *kind : {"max", "min"})
    for (const Values &values :
         {Values({NAN, 1, 2}), Values({1, NAN, 2}), Values({1, 2, NAN})})
      EXPECT_TRUE(std::isnan(reduce(kind, "f32", 1, values)[0])) << kind;
  EXPECT_EQ(reduce("max", "f32", 1, {-INFINITY, -INFINITY}),
            Values({-INFINITY}));
  EXPECT_EQ(reduce("max", "ui64", 1, {1, -1, 2}), Values({-1}));
}

TEST_F(ReduceTest, ArgTakesTheFirstOrTheLast) {
  Values values = {2, 5, 5, 1, 1};
  EXPECT_EQ(reduce("arg_max", "f32", 1, values), Values({1}));
  EXPECT_EQ(reduce("arg_max_last", "f32", 1, values), Values({2}));
  EXPECT_EQ(reduce("arg_min", "f32", 1, values), Values({3}));
  EXPECT_EQ(reduce("arg_min_last", "f32", 1, values), Values({4}));
  EXPECT_EQ(reduce("arg_max", "i32", 2, {-3, -1, -1, 0}), Values({1, 1}));
  EXPECT_EQ(reduce("arg_max", "ui64", 1, {1, -1, 2}), Values({1}));
}

TEST_F(ReduceTest, NanCountsAsGreatestAndAsLeast) {
  Values values = {1, NAN, INFINITY, NAN, -INFINITY};
  EXPECT_EQ(reduce("arg_max", "f32", 1, values), Values({1}));
  EXPECT_EQ(reduce("arg_max_last", "f32", 1, values), Values({3}));
  EXPECT_EQ(reduce("arg_min", "f32", 1, values), Values({1}));
  EXPECT_EQ(reduce("arg_min_last", "f32", 1, values), Values({3}));
}

TEST_F(ReduceTest, OfNothing) {
  EXPECT_EQ(reduce("sum", "f32", 2, {}), Values({0, 0}));
  EXPECT_EQ(reduce("product", "f32", 2, {}), Values({1, 1}));
  EXPECT_EQ(reduce("max", "f32", 1, {}), Values({-INFINITY}));
  EXPECT_EQ(reduce("min", "f16", 1, {}), Values({INFINITY}));
  EXPECT_EQ(reduce("max", "i8", 1, {}), Values({-128}));
  EXPECT_EQ(reduce("min", "ui8", 1, {}), Values({255}));
  EXPECT_EQ(reduce("arg_max", "f32", 1, {}), Values({0}));
  EXPECT_EQ(reduce("sum", "f32", 0, {}), Values());
}

TEST_F(ReduceTest, SeveralAxesAndNone) {
  Tensor x = tensor("f32", {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(run(R"(func.func @main(%x: tensor<2x2x2xf32>) -> tensor<2xf32> {
      %r = tenon.reduce <sum> %x [0, 2] :
          (tensor<2x2x2xf32>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    })",
                x),
            Values({14, 22}));
  EXPECT_EQ(run(R"(func.func @main(%x: tensor<2x2x2xf32>) -> tensor<f32> {
      %r = tenon.reduce <max> %x [0, 1, 2] : (tensor<2x2x2xf32>) -> tensor<f32>
      return %r : tensor<f32>
    })",
                x),
            Values({8}));
  EXPECT_EQ(run(R"(func.func @main(%x: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
      %r = tenon.reduce <sum> %x [] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
      return %r : tensor<2x2x2xf32>
    })",
                x),
            Values({1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_F(ReduceTest, LongRowsAndManyLanes) {
  // More lanes than one run has, and a loop longer than any block.
  constexpr int64_t kRows = 1000, kColumns = 300;
  Values values(kRows * kColumns), expected(kRows);
  for (int64_t i = 0; i < kRows * kColumns; ++i) {
    values[i] = double(i * 37 % 101);
    expected[i / kColumns] += values[i];
  }
  EXPECT_EQ(reduce("sum", "f64", kRows, values), expected);
}

} // namespace
} // namespace tenon::reference

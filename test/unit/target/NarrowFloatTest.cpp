// SPDX-License-Identifier: Apache-2.0
// f16 and bf16 give the same, rightly rounded bits on every target: all values,
// all ties, both as scalars and as vectors.
#include "test/unit/target/KernelRunner.h"
#include "test/unit/target/NarrowFormat.h"
#include "gtest/gtest.h"

#include <cstring>
#include <functional>

namespace tenon::test {
namespace {

/// Target, format, lanes.
using Parameter = std::tuple<const char *, const NarrowFormat *, int>;

class NarrowFloat : public testing::TestWithParam<Parameter> {
protected:
  const NarrowFormat &format() const { return *std::get<1>(GetParam()); }

  /// A kernel over arrays: `body` computes %r from %x (and %y) at each index.
  /// In it $S, $D stand for the types of source and result, lanes included,
  /// and $F for f32.
  KernelRunner makeRunner(std::string source, std::string result,
                          std::string body) {
    int lanes = std::get<2>(GetParam());
    std::string n = std::to_string(lanes);
    auto inLanes = [&](std::string type) {
      return lanes == 1 ? type : "vector<" + n + "x" + type + ">";
    };
    auto view = [&](std::string name, std::string type) {
      return "%V" + name + " = memref.reinterpret_cast %" + name +
             " to offset: [0], sizes: [%end], strides: [1] : memref<" + type +
             "> to memref<?x" + type + ", strided<[1]>>\n";
    };
    auto access = [&](std::string op, std::string name, std::string type) {
      std::string memref = "memref<?x" + type + ", strided<[1]>>";
      return lanes == 1 ? "memref." + op + name + "[%i] : " + memref + "\n"
                        : "vector." + op + name + "[%i] : " + memref + ", " +
                              inLanes(type) + "\n";
    };
    std::string text =
        "func.func @kernel(%x0: memref<" + source + "> {llvm.noalias}, " +
        "%y0: memref<" + source + "> {llvm.noalias}, %r0: memref<" + result +
        "> {llvm.noalias}, %begin: index, %end: index) {\n" +
        view("x0", source) + view("y0", source) + view("r0", result) +
        "%step = arith.constant " + n + " : index\n" +
        "scf.for %i = %begin to %end step %step {\n" +
        "%x = " + access("load ", "%Vx0", source) +
        "%y = " + access("load ", "%Vy0", source) + body + "\n" +
        access("store %r, ", "%Vr0", result) + "}\nreturn\n}";
    replace(text, "$S", inLanes(source));
    replace(text, "$D", inLanes(result));
    replace(text, "$F", inLanes("f32"));
    return KernelRunner(std::get<0>(GetParam()), text);
  }

  static void replace(std::string &text, std::string from, std::string to) {
    for (size_t at; (at = text.find(from)) != std::string::npos;)
      text.replace(at, from.size(), to);
  }

  /// Runs `runner` on inputs that it pads to whole vectors.
  template <typename Result, typename Source>
  static std::vector<Result> apply(const KernelRunner &runner,
                                   std::vector<Source> x,
                                   std::vector<Source> y = {}) {
    size_t count = x.size(), padded = (count + 63) / 64 * 64;
    x.resize(padded);
    y.resize(padded);
    std::vector<Result> result(padded);
    runner.run({x.data(), y.data(), result.data()}, {}, 0, padded);
    result.resize(count);
    return result;
  }

  static std::vector<uint16_t> allBits() {
    std::vector<uint16_t> bits(1 << 16);
    for (size_t i = 0; i < bits.size(); ++i)
      bits[i] = uint16_t(i);
    return bits;
  }

  /// Equal bits, but for which NaN it is.
  void expectEncoded(uint16_t actual, uint16_t expected, std::string what) {
    if (format().isNaN(expected))
      EXPECT_TRUE(format().isNaN(actual)) << what << " gave " << actual;
    else
      EXPECT_EQ(actual, expected) << what;
  }

  /// Truncates values of Wide and compares with the definition.
  template <typename Wide> void checkTruncation(std::string wide) {
    KernelRunner runner =
        makeRunner(wide, format().name, "%r = arith.truncf %x : $S to $D");
    if (!runner.whyNot().empty())
      GTEST_SKIP() << runner.whyNot();
    std::vector<Wide> values;
    for (uint16_t bits : allBits()) {
      double value = format().decode(bits);
      double next = format().decode(bits + 1);
      values.push_back(Wide(value));
      if (!std::isfinite(value) || !std::isfinite(next))
        continue;
      Wide tie = Wide((value + next) / 2);
      values.push_back(tie);
      values.push_back(std::nextafter(tie, Wide(1e39)));
      values.push_back(std::nextafter(tie, Wide(-1e39)));
    }
    // Around the largest value and beyond it.
    double largest = format().decode(format().infinity() - 1);
    for (double factor : {1.0005, 1.001953125, 1.0020, 1.01, 2.0})
      values.push_back(Wide(largest * factor));
    for (Wide tiny :
         {std::numeric_limits<Wide>::denorm_min(),
          std::numeric_limits<Wide>::min(), std::numeric_limits<Wide>::max()}) {
      values.push_back(tiny);
      values.push_back(-tiny);
    }
    std::vector<uint16_t> result = apply<uint16_t>(runner, values);
    for (size_t i = 0; i < values.size(); ++i) {
      uint16_t expected = format().encode(double(values[i]));
      if (result[i] != expected)
        expectEncoded(result[i], expected, std::to_string(values[i]));
    }
  }

  /// Computes `body` on pairs of values and compares with `meaning` in double.
  void checkArithmetic(std::string body,
                       std::function<double(double, double)> meaning) {
    KernelRunner runner = makeRunner(format().name, format().name, body);
    if (!runner.whyNot().empty())
      GTEST_SKIP() << runner.whyNot();
    std::vector<uint16_t> x = allBits(), y(x.size());
    for (uint32_t shift : {0u, 1u, 0x3ffu, 0x8000u, 12345u}) {
      for (size_t i = 0; i < x.size(); ++i)
        y[i] = uint16_t(i * 40503u + shift);
      std::vector<uint16_t> result = apply<uint16_t>(runner, x, y);
      for (size_t i = 0; i < x.size(); ++i) {
        uint16_t expected = format().encode(
            meaning(format().decode(x[i]), format().decode(y[i])));
        if (result[i] != expected)
          expectEncoded(result[i], expected,
                        body + " of " + std::to_string(x[i]) + " and " +
                            std::to_string(y[i]));
      }
    }
  }
};

TEST_P(NarrowFloat, ExtendsEveryValueExactly) {
  for (std::string wide : {"f32", "f64"}) {
    KernelRunner runner =
        makeRunner(format().name, wide, "%r = arith.extf %x : $S to $D");
    if (!runner.whyNot().empty())
      GTEST_SKIP() << runner.whyNot();
    std::vector<uint16_t> bits = allBits();
    std::vector<double> result;
    if (wide == "f32")
      for (float value : apply<float>(runner, bits))
        result.push_back(value);
    else
      result = apply<double>(runner, bits);
    for (size_t i = 0; i < bits.size(); ++i) {
      double expected = format().decode(bits[i]);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(result[i])) << bits[i];
      else
        EXPECT_EQ(std::signbit(result[i]) ? -result[i] : result[i],
                  std::signbit(expected) ? -expected : expected)
            << bits[i];
      EXPECT_EQ(std::signbit(result[i]), (bits[i] & 0x8000) != 0);
    }
  }
}

TEST_P(NarrowFloat, TruncatesF32ToNearestEven) {
  checkTruncation<float>("f32");
}

TEST_P(NarrowFloat, TruncatesF64InOneRounding) {
  checkTruncation<double>("f64");
}

TEST_P(NarrowFloat, KeepsNaNAndMakesItQuiet) {
  KernelRunner runner =
      makeRunner("f32", format().name, "%r = arith.truncf %x : $S to $D");
  if (!runner.whyNot().empty())
    GTEST_SKIP() << runner.whyNot();
  std::vector<float> values;
  for (uint32_t bits : {0x7f800001u, 0x7fc00000u, 0xff800001u, 0xffffffffu,
                        0x7f80ffffu, 0x7fffffffu}) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    values.push_back(value);
  }
  uint16_t quietBit = 1 << (format().fractionBits - 1);
  for (uint16_t bits : apply<uint16_t>(runner, values)) {
    EXPECT_TRUE(format().isNaN(bits)) << bits;
    EXPECT_TRUE(bits & quietBit) << bits;
  }
}

TEST_P(NarrowFloat, RoundsAfterEachOperation) {
  checkArithmetic("%r = arith.addf %x, %y : $D",
                  [](double x, double y) { return x + y; });
  checkArithmetic("%r = arith.subf %x, %y : $D",
                  [](double x, double y) { return x - y; });
  checkArithmetic("%r = arith.mulf %x, %y : $D",
                  [](double x, double y) { return x * y; });
  checkArithmetic("%r = arith.divf %x, %y : $D",
                  [](double x, double y) { return x / y; });
  checkArithmetic("%r = math.sqrt %x : $D",
                  [](double x, double) { return std::sqrt(x); });
  const NarrowFormat &f = format();
  checkArithmetic(
      "%p = arith.mulf %x, %y : $D\n%r = arith.addf %p, %x : $D",
      [&](double x, double y) { return f.decode(f.encode(x * y)) + x; });
}

TEST_P(NarrowFloat, ComputesOtherFunctions) {
  checkArithmetic("%r = math.floor %x : $D",
                  [](double x, double) { return std::floor(x); });
  checkArithmetic("%r = math.roundeven %x : $D",
                  [](double x, double) { return std::nearbyint(x); });
  checkArithmetic("%r = math.copysign %x, %y : $D",
                  [](double x, double y) { return std::copysign(x, y); });
  checkArithmetic("%a = math.absf %x : $D\n%r = arith.negf %a : $D",
                  [](double x, double) { return -std::fabs(x); });
  checkArithmetic(
      "%c = arith.cmpf ogt, %x, %y : $D\n"
      "%r = arith.select %c, %x, %y : " +
          std::string(std::get<2>(GetParam()) == 1
                          ? "$D"
                          : "vector<" +
                                std::to_string(std::get<2>(GetParam())) +
                                "xi1>, $D"),
      [](double x, double y) { return x > y ? x : y; });
}

TEST_P(NarrowFloat, ConvertsIntegersInOneRounding) {
  KernelRunner runner =
      makeRunner("i32", format().name, "%r = arith.sitofp %x : $S to $D");
  if (!runner.whyNot().empty())
    GTEST_SKIP() << runner.whyNot();
  std::vector<int32_t> values;
  for (int32_t base : {0, 1, 255, 257, 2047, 2049, 65519, 65520, 16777217,
                       16842751, 16842752, 16842753, 33685505, 2147483647})
    for (int32_t value : {base, base == INT32_MAX ? base : base + 1, -base})
      values.push_back(value);
  // Ties of bf16 that f32 would make of their neighbours.
  for (int shift = 17; shift < 23; ++shift)
    for (int32_t offset : {-1, 0, 1})
      values.push_back((0x101 << shift) + offset);
  std::vector<uint16_t> result = apply<uint16_t>(runner, values);
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(result[i], format().encode(values[i])) << values[i];
}

TEST_P(NarrowFloat, ConvertsToIntegers) {
  KernelRunner runner =
      makeRunner(format().name, "i32", "%r = arith.fptosi %x : $S to $D");
  if (!runner.whyNot().empty())
    GTEST_SKIP() << runner.whyNot();
  std::vector<uint16_t> values;
  for (uint16_t bits : allBits())
    if (std::fabs(format().decode(bits)) < 2147483648.0)
      values.push_back(bits);
  std::vector<int32_t> result = apply<int32_t>(runner, values);
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(result[i], int32_t(format().decode(values[i]))) << values[i];
}

TEST_P(NarrowFloat, TakesConstants) {
  int lanes = std::get<2>(GetParam());
  std::string value = lanes == 1 ? "1.5" : "dense<1.5>";
  KernelRunner runner = makeRunner(format().name, format().name,
                                   "%c = arith.constant " + value +
                                       " : $D\n%r = arith.addf %x, %c : $D");
  if (!runner.whyNot().empty())
    GTEST_SKIP() << runner.whyNot();
  std::vector<uint16_t> x = {format().encode(0.25), format().encode(-1.5)};
  std::vector<uint16_t> result = apply<uint16_t>(runner, x);
  EXPECT_EQ(format().decode(result[0]), 1.75);
  EXPECT_EQ(result[1], 0);
}

INSTANTIATE_TEST_SUITE_P(
    Targets, NarrowFloat,
    testing::Combine(testing::Values("x86-64-v3", "x86-64-v4"),
                     testing::Values(&kF16, &kBF16), testing::Values(1, 8, 16)),
    [](const testing::TestParamInfo<Parameter> &info) {
      return std::string(std::get<0>(info.param)).substr(7) + "_" +
             std::get<1>(info.param)->name + "_x" +
             std::to_string(std::get<2>(info.param));
    });

} // namespace
} // namespace tenon::test

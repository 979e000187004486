// SPDX-License-Identifier: Apache-2.0
// The dot-product instructions that facts name do what facts say of them.
#include "test/unit/target/KernelRunner.h"
#include "gtest/gtest.h"

namespace tenon::test {
namespace {

/// One instruction on whole registers: `sum` in and out, `a`, `b`.
std::string makeDotKernel(const DotFacts &dot, std::string sum,
                          std::string narrow, int narrowLanes) {
  std::string wideVector = "vector<16x" + sum + ">";
  std::string narrowVector =
      "vector<" + std::to_string(narrowLanes) + "x" + narrow + ">";
  auto view = [](std::string name, std::string type) {
    return "%V" + name + " = memref.reinterpret_cast %" + name +
           " to offset: [0], sizes: [64], strides: [1] : memref<" + type +
           "> to memref<64x" + type + ", strided<[1]>>\n";
  };
  auto memory = [](std::string name, std::string type, std::string vector) {
    return "%V" + name + "[%begin] : memref<64x" + type + ", strided<[1]>>, " +
           vector + "\n";
  };
  return "func.func @kernel(%s: memref<" + sum + ">, %a: memref<" + narrow +
         ">, %b: memref<" + narrow + ">, %begin: index, %end: index) {\n" +
         view("s", sum) + view("a", narrow) + view("b", narrow) +
         "%x = vector.load " + memory("s", sum, wideVector) +
         "%y = vector.load " + memory("a", narrow, narrowVector) +
         "%z = vector.load " + memory("b", narrow, narrowVector) +
         "%r = llvm.call_intrinsic \"" + dot.intrinsic + "\"(%x, %y, %z) : (" +
         wideVector + ", " + narrowVector + ", " + narrowVector + ") -> " +
         wideVector + "\nvector.store %r, " + memory("s", sum, wideVector) +
         "return\n}";
}

TEST(Dot, MultipliesGroupsOfFourBytes) {
  const char *name = "x86-64-v4+vnni";
  DotFacts dot = *makeTarget(name)->facts().int8Dot;
  ASSERT_TRUE(dot.operandsAreGroups);
  KernelRunner runner(name, makeDotKernel(dot, "i32", "i32", 16));
  if (!runner.whyNot().empty())
    GTEST_SKIP() << runner.whyNot();
  std::vector<int32_t> sums(64);
  std::vector<uint8_t> a(256);
  std::vector<int8_t> b(256);
  for (int i = 0; i < 256; ++i) {
    a[i] = uint8_t(255 - i);
    b[i] = int8_t(i * 7);
  }
  for (int i = 0; i < 64; ++i)
    sums[i] = 1000 * i;
  runner.run({sums.data(), a.data(), b.data()}, {}, 0, 1);
  for (int i = 0; i < 16; ++i) {
    int32_t expected = 1000 * i;
    for (int j = 4 * i; j < 4 * i + dot.groupSize; ++j)
      expected += int32_t(a[j]) * b[j]; // a unsigned, b signed
    EXPECT_EQ(sums[i], expected) << i;
  }
}

TEST(Dot, MultipliesPairsOfBF16) {
  const char *name = "x86-64-v4+bf16";
  DotFacts dot = *makeTarget(name)->facts().bf16Dot;
  ASSERT_FALSE(dot.operandsAreGroups);
  KernelRunner runner(name, makeDotKernel(dot, "f32", "bf16", 32));
  if (!runner.whyNot().empty())
    GTEST_SKIP() << runner.whyNot();
  std::vector<float> sums(64, 0.5f);
  // Powers of two: their bf16 is an exponent.
  auto powerOfTwo = [](int exponent) {
    return uint16_t((127 + exponent) << 7);
  };
  std::vector<uint16_t> a(64), b(64);
  for (int i = 0; i < 64; ++i) {
    a[i] = powerOfTwo(i % 5);
    b[i] = powerOfTwo(-(i % 3));
  }
  runner.run({sums.data(), a.data(), b.data()}, {}, 0, 1);
  for (int i = 0; i < 16; ++i) {
    float expected = 0.5f;
    for (int j = 2 * i; j < 2 * i + dot.groupSize; ++j)
      expected += float(1 << (j % 5)) / float(1 << (j % 3));
    EXPECT_EQ(sums[i], expected) << i;
  }
}

TEST(Dot, UsesHalfArithmeticWhereThereIsSome) {
  const char *text = R"(
func.func @kernel(%a: memref<f16>, %begin: index, %end: index) {
  %A = memref.reinterpret_cast %a to offset: [0], sizes: [64], strides: [1]
     : memref<f16> to memref<64xf16, strided<[1]>>
  %x = vector.load %A[%begin] : memref<64xf16, strided<[1]>>, vector<32xf16>
  %y = arith.mulf %x, %x : vector<32xf16>
  vector.store %y, %A[%begin] : memref<64xf16, strided<[1]>>, vector<32xf16>
  return
})";
  std::string assembly;
  compileText(*makeTarget("x86-64-v4+fp16"), text,
              [&](llvm::StringRef stage, llvm::StringRef text) {
                if (stage == "asm")
                  assembly = text.str();
              });
  EXPECT_NE(assembly.find("vmulph"), std::string::npos) << assembly;
}

} // namespace
} // namespace tenon::test

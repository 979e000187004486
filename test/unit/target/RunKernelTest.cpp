// SPDX-License-Identifier: Apache-2.0
// Kernels give the right results on every target this machine can run.
#include "test/unit/target/KernelRunner.h"
#include "gtest/gtest.h"

#include <cstdint>
#include <limits>

namespace tenon::test {
namespace {

class RunKernel : public testing::TestWithParam<const char *> {
protected:
  KernelRunner makeRunner(llvm::StringRef text) {
    return KernelRunner(GetParam(), text);
  }
};

#define SKIP_UNLESS_RUNNABLE(runner)                                           \
  if (!(runner).whyNot().empty())                                              \
  GTEST_SKIP() << (runner).whyNot()

constexpr const char *kVectorAdd = R"(
func.func @kernel(%a: memref<f32> {llvm.noalias}, %b: memref<f32> {llvm.noalias},
                  %c: memref<f32> {llvm.noalias}, %begin: index, %end: index) {
  %A = memref.reinterpret_cast %a to offset: [0], sizes: [%end], strides: [1]
     : memref<f32> to memref<?xf32, strided<[1]>>
  %B = memref.reinterpret_cast %b to offset: [0], sizes: [%end], strides: [1]
     : memref<f32> to memref<?xf32, strided<[1]>>
  %C = memref.reinterpret_cast %c to offset: [0], sizes: [%end], strides: [1]
     : memref<f32> to memref<?xf32, strided<[1]>>
  %lanes = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  scf.for %i = %begin to %end step %lanes {
    %left = arith.subi %end, %i : index
    %mask = vector.create_mask %left : vector<8xi1>
    %x = vector.maskedload %A[%i], %mask, %zero
       : memref<?xf32, strided<[1]>>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %y = vector.maskedload %B[%i], %mask, %zero
       : memref<?xf32, strided<[1]>>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %s = arith.addf %x, %y : vector<8xf32>
    vector.maskedstore %C[%i], %mask, %s
       : memref<?xf32, strided<[1]>>, vector<8xi1>, vector<8xf32>
  }
  return
})";

TEST_P(RunKernel, AddsWithMaskedTailAndWritesNothingElse) {
  KernelRunner runner = makeRunner(kVectorAdd);
  SKIP_UNLESS_RUNNABLE(runner);
  for (int64_t begin : {0, 3})
    for (int64_t end : {0, 1, 7, 8, 9, 21, 64}) {
      std::vector<float> a(80), b(80), c(80, -1);
      for (int i = 0; i < 80; ++i) {
        a[i] = i;
        b[i] = 100 * i;
      }
      runner.run({a.data(), b.data(), c.data()}, {}, begin, end);
      for (int i = 0; i < 80; ++i)
        EXPECT_EQ(c[i], i >= begin && i < end ? 101.0f * i : -1.0f)
            << i << " of [" << begin << ", " << end << ")";
    }
}

/// The count of a mask may be larger than 32 bits, or negative.
constexpr const char *kMaskCount = R"(
func.func @kernel(%c: memref<i8> {llvm.noalias}, %n: index,
                  %begin: index, %end: index) {
  %C = memref.reinterpret_cast %c to offset: [0], sizes: [16], strides: [1]
     : memref<i8> to memref<16xi8, strided<[1]>>
  %mask = vector.create_mask %n : vector<16xi1>
  %bytes = arith.extui %mask : vector<16xi1> to vector<16xi8>
  vector.store %bytes, %C[%begin] : memref<16xi8, strided<[1]>>, vector<16xi8>
  return
})";

TEST_P(RunKernel, MasksByCountsOfAnySize) {
  KernelRunner runner = makeRunner(kMaskCount);
  SKIP_UNLESS_RUNNABLE(runner);
  struct Case {
    int64_t count;
    int lanes;
  };
  for (Case test :
       {Case{0, 0}, Case{5, 5}, Case{16, 16}, Case{17, 16},
        Case{int64_t(1) << 33, 16}, Case{(int64_t(1) << 31) + 3, 16},
        Case{-1, 0}, Case{-(int64_t(1) << 33) + 5, 0}}) {
    std::vector<uint8_t> lanes(16, 9);
    runner.run({lanes.data()}, {test.count}, 0, 1);
    for (int i = 0; i < 16; ++i)
      EXPECT_EQ(lanes[i], i < test.lanes)
          << "lane " << i << " of " << test.count;
  }
}

/// A tile of 2 rows x 2 vectors of C = A B, K at run time: %A [m, k], %B
/// [k, 16], one accumulator per register.
constexpr const char *kMatrixTile = R"(
func.func @kernel(%a: memref<f32> {llvm.noalias}, %b: memref<f32> {llvm.noalias},
                  %c: memref<f32> {llvm.noalias}, %k: index,
                  %begin: index, %end: index) {
  %A = memref.reinterpret_cast %a to offset: [0], sizes: [%end, %k], strides: [%k, 1]
     : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
  %B = memref.reinterpret_cast %b to offset: [0], sizes: [%k, 16], strides: [16, 1]
     : memref<f32> to memref<?x16xf32, strided<[16, 1]>>
  %C = memref.reinterpret_cast %c to offset: [0], sizes: [%end, 16], strides: [16, 1]
     : memref<f32> to memref<?x16xf32, strided<[16, 1]>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  scf.for %i = %begin to %end step %c2 {
    %i1 = arith.addi %i, %c1 : index
    %r:4 = scf.for %p = %c0 to %k step %c1
        iter_args(%s00 = %zero, %s01 = %zero, %s10 = %zero, %s11 = %zero)
        -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
      %b0 = vector.load %B[%p, %c0] : memref<?x16xf32, strided<[16, 1]>>, vector<8xf32>
      %b1 = vector.load %B[%p, %c8] : memref<?x16xf32, strided<[16, 1]>>, vector<8xf32>
      %x0 = memref.load %A[%i, %p] : memref<?x?xf32, strided<[?, 1]>>
      %x1 = memref.load %A[%i1, %p] : memref<?x?xf32, strided<[?, 1]>>
      %v0 = vector.broadcast %x0 : f32 to vector<8xf32>
      %v1 = vector.broadcast %x1 : f32 to vector<8xf32>
      %t00 = math.fma %v0, %b0, %s00 : vector<8xf32>
      %t01 = math.fma %v0, %b1, %s01 : vector<8xf32>
      %t10 = math.fma %v1, %b0, %s10 : vector<8xf32>
      %t11 = math.fma %v1, %b1, %s11 : vector<8xf32>
      scf.yield %t00, %t01, %t10, %t11
        : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
    }
    vector.store %r#0, %C[%i, %c0] : memref<?x16xf32, strided<[16, 1]>>, vector<8xf32>
    vector.store %r#1, %C[%i, %c8] : memref<?x16xf32, strided<[16, 1]>>, vector<8xf32>
    vector.store %r#2, %C[%i1, %c0] : memref<?x16xf32, strided<[16, 1]>>, vector<8xf32>
    vector.store %r#3, %C[%i1, %c8] : memref<?x16xf32, strided<[16, 1]>>, vector<8xf32>
  }
  return
})";

TEST_P(RunKernel, MultipliesMatricesInARegisterTile) {
  KernelRunner runner = makeRunner(kMatrixTile);
  SKIP_UNLESS_RUNNABLE(runner);
  constexpr int kRows = 6, kDepth = 37, kColumns = 16;
  std::vector<float> a(kRows * kDepth), b(kDepth * kColumns), c(96, -1);
  // Small multiples of 1/8: every sum is exact in any order.
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = (int(i * 7 % 17) - 8) / 8.0f;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = (int(i * 5 % 13) - 6) / 8.0f;
  // Two calls split the range; the first row pair is left alone.
  runner.run({a.data(), b.data(), c.data()}, {kDepth}, 2, 4);
  runner.run({a.data(), b.data(), c.data()}, {kDepth}, 4, 6);
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) {
      double sum = 0;
      for (int k = 0; k < kDepth; ++k)
        sum += double(a[i * kDepth + k]) * b[k * kColumns + j];
      EXPECT_EQ(c[i * kColumns + j], i < 2 ? -1 : float(sum)) << i << "," << j;
    }
}

/// One function over arrays of i64: divide in five ways.
constexpr const char *kDivision = R"(
func.func @kernel(%a: memref<i64> {llvm.noalias}, %b: memref<i64> {llvm.noalias},
                  %c: memref<i64> {llvm.noalias}, %begin: index, %end: index) {
  %A = memref.reinterpret_cast %a to offset: [0], sizes: [%end], strides: [1]
     : memref<i64> to memref<?xi64, strided<[1]>>
  %B = memref.reinterpret_cast %b to offset: [0], sizes: [%end], strides: [1]
     : memref<i64> to memref<?xi64, strided<[1]>>
  %C = memref.reinterpret_cast %c to offset: [0], sizes: [%end, 5], strides: [5, 1]
     : memref<i64> to memref<?x5xi64, strided<[5, 1]>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %begin to %end step %c1 {
    %x = memref.load %A[%i] : memref<?xi64, strided<[1]>>
    %y = memref.load %B[%i] : memref<?xi64, strided<[1]>>
    %q = arith.divsi %x, %y : i64
    %r = arith.remsi %x, %y : i64
    %f = arith.floordivsi %x, %y : i64
    %u = arith.ceildivsi %x, %y : i64
    %v = arith.divui %x, %y : i64
    memref.store %q, %C[%i, %c0] : memref<?x5xi64, strided<[5, 1]>>
    memref.store %r, %C[%i, %c1] : memref<?x5xi64, strided<[5, 1]>>
    memref.store %f, %C[%i, %c2] : memref<?x5xi64, strided<[5, 1]>>
    memref.store %u, %C[%i, %c3] : memref<?x5xi64, strided<[5, 1]>>
    memref.store %v, %C[%i, %c4] : memref<?x5xi64, strided<[5, 1]>>
  }
  return
})";

TEST_P(RunKernel, DividesWithoutTraps) {
  KernelRunner runner = makeRunner(kDivision);
  SKIP_UNLESS_RUNNABLE(runner);
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  constexpr uint64_t kHalf = uint64_t(1) << 63;
  struct Case {
    int64_t a, b, quotient, remainder, floor, ceiling;
    uint64_t isUnsigned;
  };
  const Case cases[] = {
      {7, 2, 3, 1, 3, 4, 3},
      {-7, 2, -3, -1, -4, -3, (kHalf - 4)},
      {7, -2, -3, 1, -4, -3, 0},
      {-7, -2, 3, -1, 3, 4, 0},
      {-6, 2, -3, 0, -3, -3, kHalf - 3},
      {5, 0, 5, 0, 5, 5, 5},
      {0, 0, 0, 0, 0, 0, 0},
      {kMin, -1, kMin, 0, kMin, kMin, 0},
      {kMin, 0, kMin, 0, kMin, kMin, kHalf},
      {kMin, 1, kMin, 0, kMin, kMin, kHalf},
  };
  constexpr int kCount = std::size(cases);
  std::vector<int64_t> a, b, c(kCount * 5, -99);
  for (const Case &test : cases) {
    a.push_back(test.a);
    b.push_back(test.b);
  }
  runner.run({a.data(), b.data(), c.data()}, {}, 0, kCount);
  for (int i = 0; i < kCount; ++i) {
    SCOPED_TRACE(testing::Message() << cases[i].a << " / " << cases[i].b);
    EXPECT_EQ(c[i * 5], cases[i].quotient);
    EXPECT_EQ(c[i * 5 + 1], cases[i].remainder);
    EXPECT_EQ(c[i * 5 + 2], cases[i].floor);
    EXPECT_EQ(c[i * 5 + 3], cases[i].ceiling);
    EXPECT_EQ(uint64_t(c[i * 5 + 4]), cases[i].isUnsigned);
  }
}

/// Square transposes in registers: rows are loaded, transposed, stored.
std::string makeTranspose(int size) {
  std::string n = std::to_string(size);
  std::string row = "vector<" + n + "xf32>",
              tile = "vector<" + n + "x" + row.substr(7);
  std::string memref =
      "memref<" + n + "x" + n + "xf32, strided<[" + n + ", 1]>>";
  std::string view = " to offset: [0], sizes: [" + n + ", " + n +
                     "], strides: [" + n + ", 1] : memref<f32> to " + memref +
                     "\n";
  std::string text =
      "func.func @kernel(%a: memref<f32> {llvm.noalias}, %b: memref<f32> "
      "{llvm.noalias}, %begin: index, %end: index) {\n"
      "%A = memref.reinterpret_cast %a" +
      view + "%B = memref.reinterpret_cast %b" + view +
      "%t0 = arith.constant dense<0.0> : " + tile + "\n";
  for (int i = 0; i < size; ++i) {
    std::string s = std::to_string(i);
    text += "%i" + s + " = arith.constant " + s + " : index\n";
  }
  for (int i = 0; i < size; ++i) {
    std::string s = std::to_string(i);
    text += "%r" + s + " = vector.load %A[%i" + s + ", %i0] : " + memref +
            ", " + row + "\n";
    text += "%t" + std::to_string(i + 1) + " = vector.insert %r" + s + ", %t" +
            s + " [" + s + "] : " + row + " into " + tile + "\n";
  }
  text += "%x = vector.transpose %t" + n + ", [1, 0] : " + tile + " to " +
          tile + "\n";
  for (int i = 0; i < size; ++i) {
    std::string s = std::to_string(i);
    text += "%o" + s + " = vector.extract %x[" + s + "] : " + row + " from " +
            tile + "\n";
    text += "vector.store %o" + s + ", %B[%i" + s + ", %i0] : " + memref +
            ", " + row + "\n";
  }
  return text + "return\n}";
}

TEST_P(RunKernel, TransposesInRegisters) {
  for (int size : {4, 8, 16}) {
    KernelRunner runner = makeRunner(makeTranspose(size));
    SKIP_UNLESS_RUNNABLE(runner);
    std::vector<float> a(size * size), b(size * size);
    for (int i = 0; i < size * size; ++i)
      a[i] = i;
    runner.run({a.data(), b.data()}, {}, 0, 1);
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j)
        EXPECT_EQ(b[i * size + j], a[j * size + i]) << size;
  }
}

constexpr const char *kGather = R"(
func.func @kernel(%a: memref<f32> {llvm.noalias}, %i: memref<i32> {llvm.noalias},
                  %c: memref<f32> {llvm.noalias}, %begin: index, %end: index) {
  %A = memref.reinterpret_cast %a to offset: [0], sizes: [64], strides: [1]
     : memref<f32> to memref<64xf32, strided<[1]>>
  %I = memref.reinterpret_cast %i to offset: [0], sizes: [16], strides: [1]
     : memref<i32> to memref<16xi32, strided<[1]>>
  %C = memref.reinterpret_cast %c to offset: [0], sizes: [64], strides: [1]
     : memref<f32> to memref<64xf32, strided<[1]>>
  %zero = arith.constant 0 : index
  %other = arith.constant dense<-2.0> : vector<16xf32>
  %indices = vector.load %I[%zero] : memref<16xi32, strided<[1]>>, vector<16xi32>
  %mask = vector.create_mask %end : vector<16xi1>
  %v = vector.gather %A[%zero][%indices], %mask, %other
     : memref<64xf32, strided<[1]>>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  vector.scatter %C[%zero][%indices], %mask, %v
     : memref<64xf32, strided<[1]>>, vector<16xi32>, vector<16xi1>, vector<16xf32>
  return
})";

TEST_P(RunKernel, GathersAndScatters) {
  KernelRunner runner = makeRunner(kGather);
  SKIP_UNLESS_RUNNABLE(runner);
  std::vector<float> a(64), c(64, -1);
  std::vector<int32_t> indices(16);
  for (int i = 0; i < 64; ++i)
    a[i] = 10 * i;
  for (int i = 0; i < 16; ++i)
    indices[i] = i * 37 % 64;
  constexpr int kActive = 11;
  runner.run({a.data(), indices.data(), c.data()}, {}, 0, kActive);
  std::vector<float> expected(64, -1);
  for (int i = 0; i < kActive; ++i)
    expected[indices[i]] = 10 * indices[i];
  EXPECT_EQ(c, expected);
}

/// Many cases: whatever LLVM makes of it (branches, a jump table, a table of
/// constants) must work in an image.
std::string makeSwitch() {
  std::string cases, text;
  for (int i = 0; i < 24; ++i)
    cases += "case " + std::to_string(i) + " { %t" + std::to_string(i) + " = " +
             (i % 3 == 0   ? "arith.addf %x, %y"
              : i % 3 == 1 ? "arith.mulf %x, %y"
                           : "arith.divf %x, %y") +
             " : f32 %w" + std::to_string(i) + " = arith.addf %t" +
             std::to_string(i) + ", %k" + std::to_string(i) +
             " : f32 scf.yield %w" + std::to_string(i) + " : f32 }\n";
  for (int i = 0; i < 24; ++i)
    text += "%k" + std::to_string(i) + " = arith.constant " +
            std::to_string(i * i) + ".0 : f32\n";
  return "func.func @kernel(%a: memref<f32>, %n: index, %begin: index, "
         "%end: index) {\n" +
         text +
         "%x = arith.constant 3.0 : f32 %y0 = memref.load %a[] : memref<f32>\n"
         "%y = arith.addf %y0, %x : f32\n"
         "%r = scf.index_switch %n -> f32\n" +
         cases +
         "default { scf.yield %x : f32 }\n"
         "memref.store %r, %a[] : memref<f32>\nreturn\n}";
}

TEST_P(RunKernel, SwitchesOverManyCases) {
  KernelRunner runner = makeRunner(makeSwitch());
  SKIP_UNLESS_RUNNABLE(runner);
  for (int n = 0; n < 26; ++n) {
    float value = 1; // y = 4
    runner.run({&value}, {n}, 0, 1);
    float base = n % 3 == 0 ? 7.0f : n % 3 == 1 ? 12.0f : 0.75f;
    EXPECT_EQ(value, n < 24 ? base + n * n : 3.0f) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, RunKernel,
                         testing::Values("x86-64-v3", "x86-64-v4"),
                         [](const auto &info) {
                           return std::string(info.param).substr(7);
                         });

} // namespace
} // namespace tenon::test

// SPDX-License-Identifier: Apache-2.0
// Kernels outside the contract are refused with a message that says what to do.
#include "compiler/ir/kernel/Kernel.h"
#include "test/unit/target/KernelRunner.h"
#include "gtest/gtest.h"

namespace tenon::test {
namespace {

/// Diagnostics of a kernel whose body is `body`, with one f32 and one i64
/// buffer and one size; empty when it is accepted.
std::string errorOf(std::string body) {
  std::string text =
      "func.func @kernel(%a: memref<f32>, %fault: memref<i64>, %n: index, "
      "%begin: index, %end: index) {\n"
      "%A = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: "
      "[1] : memref<f32> to memref<?xf32, strided<[1]>>\n"
      "%x = memref.load %A[%begin] : memref<?xf32, strided<[1]>>\n" +
      body + "\nreturn\n}";
  return compileText(*makeTarget("null"), text).error;
}

std::string errorOfModule(std::string text) {
  return compileText(*makeTarget("null"), text).error;
}

void expectHas(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(KernelCheck, AcceptsAnOrdinaryKernel) {
  EXPECT_EQ(errorOf("%y = math.fma %x, %x, %x : f32\n"
                    "memref.store %y, %A[%begin] : "
                    "memref<?xf32, strided<[1]>>"),
            "");
}

TEST(KernelCheck, RefusesMathematicalFunctions) {
  std::string error = errorOf("%y = math.exp %x : f32");
  expectHas(error, "'math.exp' may not stand in a kernel");
  expectHas(error, "no mathematical library");
}

TEST(KernelCheck, RefusesMaximaThatChooseTheirOwnNaN) {
  for (const char *op : {"maximumf", "minimumf", "maxnumf", "minnumf"})
    expectHas(errorOf(std::string("%y = arith.") + op + " %x, %x : f32"),
              "write arith.cmpf and arith.select");
}

TEST(KernelCheck, RefusesRemainderOfFloats) {
  expectHas(errorOf("%y = arith.remf %x, %x : f32"), "it would call fmod");
}

TEST(KernelCheck, RefusesFastMath) {
  expectHas(errorOf("%y = arith.mulf %x, %x fastmath<contract> : f32"),
            "fast-math flags");
}

TEST(KernelCheck, RefusesAllocationAndCopies) {
  expectHas(errorOf("%m = memref.alloca() : memref<8xf32>"),
            "pass scratch memory as a buffer");
  expectHas(errorOf("memref.copy %A, %A : memref<?xf32, strided<[1]>> to "
                    "memref<?xf32, strided<[1]>>"),
            "write a loop");
}

TEST(KernelCheck, RefusesTransfers) {
  expectHas(errorOf("%v = vector.transfer_read %A[%begin], %x : "
                    "memref<?xf32, strided<[1]>>, vector<8xf32>"),
            "write vector.load or vector.maskedload");
}

TEST(KernelCheck, RefusesVectorsOfTwoDimensionsInMemory) {
  std::string error =
      errorOf("%B = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 8], "
              "strides: [8, 1] : memref<f32> to memref<?x8xf32, strided<[8, "
              "1]>>\n%c = arith.constant 0 : index\n"
              "%v = vector.load %B[%c, %c] : memref<?x8xf32, strided<[8, 1]>>, "
              "vector<2x8xf32>");
  expectHas(error, "memory is accessed by 1-D vectors");
}

TEST(KernelCheck, RefusesOddTypes) {
  expectHas(errorOf("%i = arith.constant 1 : i4"), "type 'i4'");
  expectHas(errorOf("%i = arith.constant 1 : i128"), "type 'i128'");
  expectHas(errorOf("%y = arith.constant 1.0 : f8E4M3FN"), "'f8E4M3FN'");
  expectHas(errorOf("%v = vector.splat %x : vector<[4]xf32>"), "fixed size");
}

TEST(KernelCheck, RefusesFusedMultiplyAddOfNarrowFloats) {
  expectHas(errorOf("%h = arith.truncf %x : f32 to f16\n"
                    "%y = math.fma %h, %h, %h : f16"),
            "extend to f32");
}

TEST(KernelCheck, RefusesSumsThatDependOnTheOrderOfThreads) {
  expectHas(errorOf("%y = memref.atomic_rmw addf %x, %A[%begin] : (f32, "
                    "memref<?xf32, strided<[1]>>) -> f32"),
            "order of threads");
}

TEST(KernelCheck, RefusesReductionsWithoutAStatedRule) {
  expectHas(errorOf("%v = vector.splat %x : vector<8xf32>\n"
                    "%y = vector.reduction <maximumf>, %v : vector<8xf32> "
                    "into f32"),
            "adds or multiplies");
  EXPECT_EQ(errorOf("%v = arith.constant dense<1> : vector<8xi32>\n"
                    "%y = vector.reduction <maxsi>, %v : vector<8xi32> into "
                    "i32"),
            "");
}

TEST(KernelCheck, RefusesIntrinsicsThatTheTargetLacks) {
  expectHas(errorOf("%y = llvm.call_intrinsic \"llvm.sqrt.f32\"(%x) : (f32) -> "
                    "f32"),
            "intrinsic 'llvm.sqrt.f32'");
}

TEST(KernelCheck, RefusesWrongSignatures) {
  expectHas(errorOfModule("func.func @other() { return }"), "named 'kernel'");
  expectHas(errorOfModule("func.func private @kernel(index, index)"),
            "with a body");
  expectHas(errorOfModule("func.func @kernel(%b: index) { return }"),
            "begin and end");
  expectHas(errorOfModule("func.func @kernel(%a: memref<4xf32>, %b: index, %e: "
                          "index) { return }"),
            "rank-0 memref");
  expectHas(errorOfModule("func.func @kernel(%a: memref<i1>, %b: index, %e: "
                          "index) { return }"),
            "rank-0 memref");
  expectHas(errorOfModule("func.func @kernel(%b: index, %e: index, %a: "
                          "memref<f32>) { return }"),
            "expected memrefs, then index values");
  expectHas(errorOfModule("func.func @kernel(%a: f32, %b: index, %e: index) { "
                          "return }"),
            "expected memrefs, then index values");
  expectHas(errorOfModule("func.func @kernel(%b: index, %e: index) -> index { "
                          "return %b : index }"),
            "returns nothing");
  expectHas(errorOfModule("func.func @kernel(%b: index, %e: index) { return }\n"
                          "memref.global @g : memref<4xf32>"),
            "nothing but its kernel");
}

TEST(KernelCheck, MakesAModuleThatFollowsTheContract) {
  mlir::MLIRContext context;
  loadKernelDialects(context);
  mlir::Builder types(&context);
  auto loc = mlir::UnknownLoc::get(&context);
  auto module = createKernelModule(
      loc, {{types.getF32Type()}, {types.getI64Type(), /*noAlias=*/false}}, 3);
  mlir::func::FuncOp kernel = getKernel(*module);
  auto builder = mlir::OpBuilder::atBlockEnd(&kernel.front());
  builder.create<mlir::func::ReturnOp>(loc);
  EXPECT_TRUE(succeeded(verifyKernel(*module)));
  auto signature = readKernelSignature(kernel);
  ASSERT_TRUE(succeeded(signature));
  EXPECT_EQ(signature->numBuffers, 2);
  EXPECT_EQ(signature->numSizes, 3);
  EXPECT_TRUE(kernel.getArgAttr(0, "llvm.noalias"));
  EXPECT_FALSE(kernel.getArgAttr(1, "llvm.noalias"));
}

} // namespace
} // namespace tenon::test

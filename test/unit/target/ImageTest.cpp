// SPDX-License-Identifier: Apache-2.0
// Objects to images: relocations by hand, AArch64 code checked by decoding it,
// and what an image cannot hold.
#include "compiler/target/cpu/CpuModel.h"
#include "compiler/target/cpu/EmitObject.h"
#include "compiler/target/cpu/ImageBuilder.h"
#include "compiler/target/cpu/ObjectReader.h"
#include "compiler/target/cpu/Relocation.h"
#include "test/unit/target/KernelRunner.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <cstring>

using namespace llvm::ELF;

namespace tenon::test {
namespace {

/// Compiles LLVM IR and reads its object; the error, if any.
std::string errorOfLlvm(const char *target, const char *text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module)
    return diagnostic.getMessage().str();
  CpuModel model = llvm::cantFail(makeCpuModel(target));
  std::string object =
      llvm::cantFail(emitObject(*module, model, /*listener=*/nullptr));
  llvm::Expected<ObjectCode> code = readObject(object);
  return code ? "" : llvm::toString(code.takeError());
}

TEST(Image, RefusesCallsOfALibraryByName) {
  const char *text = R"(
declare float @expf(float)
define void @kernel(ptr %b, ptr %s, i64 %begin, i64 %end) {
  %x = load float, ptr %b
  %y = call float @expf(float %x)
  store float %y, ptr %b
  ret void
})";
  for (const char *target : {"x86-64-v3", "x86-64-v4", "aarch64"}) {
    std::string error = errorOfLlvm(target, text);
    EXPECT_NE(error.find("would call 'expf'"), std::string::npos)
        << target << ": " << error;
  }
}

TEST(Image, RefusesWritableData) {
  std::string error = errorOfLlvm("x86-64-v3", R"(
@counter = internal global i64 1
define void @kernel(ptr %b, ptr %s, i64 %begin, i64 %end) {
  %x = load i64, ptr @counter
  %y = add i64 %x, %begin
  store i64 %y, ptr @counter
  ret void
})");
  EXPECT_NE(error.find("writable data (section '.data"), std::string::npos)
      << error;
}

TEST(Image, RefusesAbsoluteAddresses) {
  std::string error = errorOfLlvm("x86-64-v3", R"(
@value = internal constant i64 7
@table = constant ptr @value
define void @kernel(ptr %b, ptr %s, i64 %begin, i64 %end) {
  ret void
})");
  EXPECT_FALSE(error.empty());
}

TEST(Image, RefusesObjectsWithoutAnEntry) {
  std::string error =
      errorOfLlvm("x86-64-v3", "define void @other() { ret void }");
  EXPECT_NE(error.find("no entry named 'kernel'"), std::string::npos) << error;
}

TEST(Image, RefusesBytesThatAreNoObject) {
  for (std::string bytes : {"", "ELF",
                            "\x7f"
                            "ELF\2\1\1"}) {
    llvm::Expected<ObjectCode> code = readObject(bytes);
    EXPECT_FALSE(bool(code));
    llvm::consumeError(code.takeError());
  }
}

/// Applies one relocation to a word and returns it.
uint32_t relocate(uint16_t machine, uint32_t type, uint32_t word,
                  int64_t address, int64_t target) {
  char place[8] = {};
  llvm::support::endian::write32le(place, word);
  llvm::Error error = applyRelocation(machine, type, place, address, target);
  EXPECT_FALSE(bool(error));
  llvm::consumeError(std::move(error));
  return llvm::support::endian::read32le(place);
}

bool isRefused(uint16_t machine, uint32_t type, int64_t address,
               int64_t target) {
  char place[8] = {};
  llvm::Error error = applyRelocation(machine, type, place, address, target);
  bool refused = bool(error);
  llvm::consumeError(std::move(error));
  return refused;
}

TEST(Relocation, X86StoresTheDistance) {
  EXPECT_EQ(relocate(EM_X86_64, R_X86_64_PC32, 0, 0x100, 0x1230), 0x1130u);
  EXPECT_EQ(relocate(EM_X86_64, R_X86_64_PLT32, 0, 0x1230, 0x100), 0xffffeed0u);
  EXPECT_TRUE(isRefused(EM_X86_64, R_X86_64_PC32, 0, int64_t(1) << 31));
  EXPECT_FALSE(isRefused(EM_X86_64, R_X86_64_PC64, 0, int64_t(1) << 40));
  EXPECT_TRUE(isRefused(EM_X86_64, R_X86_64_64, 0, 0));
  EXPECT_TRUE(isRefused(EM_386, R_386_PC32, 0, 0));
}

// Expected words were taken from an assembler: llvm-mc of the instruction with
// the distance written as a number.
TEST(Relocation, ArmPutsTheDistanceIntoTheInstruction) {
  constexpr uint16_t kArm = EM_AARCH64;
  // adrp x8, 5 pages ahead; two low bits of the page count are apart.
  EXPECT_EQ(
      relocate(kArm, R_AARCH64_ADR_PREL_PG_HI21, 0x90000008, 0x1ffc, 0x6010),
      0xb0000028u);
  // adrp x8, one page back.
  EXPECT_EQ(
      relocate(kArm, R_AARCH64_ADR_PREL_PG_HI21, 0x90000008, 0x2000, 0x1fff),
      0xf0ffffe8u);
  // adr x0, .+7
  EXPECT_EQ(relocate(kArm, R_AARCH64_ADR_PREL_LO21, 0x10000000, 0x100, 0x107),
            0x70000020u);
  // ldr q0, .+16
  EXPECT_EQ(relocate(kArm, R_AARCH64_LD_PREL_LO19, 0x9c000000, 0x100, 0x110),
            0x9c000080u);
  // add x0, x0, #0x234
  EXPECT_EQ(relocate(kArm, R_AARCH64_ADD_ABS_LO12_NC, 0x91000000, 0, 0x1234),
            0x9108d000u);
  // ldr q0, [x8, #0x230]: in units of 16 bytes.
  EXPECT_EQ(
      relocate(kArm, R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00100, 0, 0x1230),
      0x3dc08d00u);
  // ldr d0, [x8, #0x238]; ldr s0, [x8, #0x234]; ldr h0, [x8, #0x232].
  EXPECT_EQ(relocate(kArm, R_AARCH64_LDST64_ABS_LO12_NC, 0xfd400100, 0, 0x1238),
            0xfd411d00u);
  EXPECT_EQ(relocate(kArm, R_AARCH64_LDST32_ABS_LO12_NC, 0xbd400100, 0, 0x1234),
            0xbd423500u);
  EXPECT_EQ(relocate(kArm, R_AARCH64_LDST16_ABS_LO12_NC, 0x7d400100, 0, 0x1232),
            0x7d446500u);
  // bl .-8
  EXPECT_EQ(relocate(kArm, R_AARCH64_CALL26, 0x94000000, 0x108, 0x100),
            0x97fffffeu);
  EXPECT_EQ(relocate(kArm, R_AARCH64_PREL32, 0, 0x108, 0x100), 0xfffffff8u);
}

TEST(Relocation, ArmRefusesWhatDoesNotFit) {
  constexpr uint16_t kArm = EM_AARCH64;
  EXPECT_TRUE(isRefused(kArm, R_AARCH64_ADR_PREL_LO21, 0, 1 << 20));
  EXPECT_TRUE(isRefused(kArm, R_AARCH64_CALL26, 0, 1 << 27));
  EXPECT_TRUE(isRefused(kArm, R_AARCH64_CALL26, 0, 2));
  EXPECT_TRUE(isRefused(kArm, R_AARCH64_LD_PREL_LO19, 0, 1 << 20));
  EXPECT_TRUE(isRefused(kArm, R_AARCH64_ADR_PREL_PG_HI21, 0, int64_t(1) << 32));
  EXPECT_TRUE(isRefused(kArm, R_AARCH64_LDST128_ABS_LO12_NC, 0, 8));
  EXPECT_TRUE(isRefused(kArm, R_AARCH64_ABS64, 0, 8));
}

/// Adds a vector constant that no instruction can hold.
constexpr const char *kConstants = R"(
func.func @kernel(%a: memref<f32> {llvm.noalias}, %begin: index, %end: index) {
  %A = memref.reinterpret_cast %a to offset: [0], sizes: [%end], strides: [1]
     : memref<f32> to memref<?xf32, strided<[1]>>
  %c = arith.constant dense<[1.25, 2.5, 77.0, -3.0]> : vector<4xf32>
  %x = vector.load %A[%begin] : memref<?xf32, strided<[1]>>, vector<4xf32>
  %y = arith.addf %x, %c : vector<4xf32>
  vector.store %y, %A[%begin] : memref<?xf32, strided<[1]>>, vector<4xf32>
  return
})";

CodeImage makeImage(const Target &target, int copies) {
  Compiled compiled = compileText(target, kConstants);
  EXPECT_TRUE(compiled.kernel.has_value()) << compiled.error;
  std::vector<const CompiledKernel *> kernels(copies, &*compiled.kernel);
  llvm::Expected<CodeImage> image = target.buildImage(kernels);
  EXPECT_TRUE(bool(image));
  return std::move(*image);
}

TEST(Image, ArmCodeFindsItsConstants) {
  CodeImage image = makeImage(*makeTarget("aarch64"), 3);
  EXPECT_EQ(image.pageBytes, 64u * 1024);
  EXPECT_EQ(image.textBytes, 64u * 1024);
  EXPECT_EQ(image.entryOffsets.size(), 3u);
  const float expected[] = {1.25, 2.5, 77, -3};
  int found = 0;
  auto word = [&](uint64_t at) {
    return llvm::support::endian::read32le(image.bytes.data() + at);
  };
  for (uint64_t at = 0; at + 8 <= image.textBytes; at += 4) {
    if ((word(at) & 0x9f000000) != 0x90000000) // adrp
      continue;
    uint32_t pages = ((word(at) >> 5) & 0x7ffff) << 2 | ((word(at) >> 29) & 3);
    uint64_t base =
        (at & ~uint64_t(0xfff)) + (llvm::SignExtend64<21>(pages) << 12);
    uint64_t load = at + 4;
    while ((word(load) & 0xffc00000) != 0x3dc00000) // ldr q, [x, #imm]
      load += 4;
    uint64_t address = base + ((word(load) >> 10) & 0xfff) * 16;
    ASSERT_LE(address + 16, image.bytes.size());
    EXPECT_GE(address, image.textBytes);
    EXPECT_EQ(std::memcmp(image.bytes.data() + address, expected, 16), 0);
    ++found;
  }
  EXPECT_EQ(found, 3);
}

TEST(Image, KernelsOfOneImageFindTheirOwnConstants) {
  std::unique_ptr<Target> target = makeTarget("x86-64-v3");
  CodeImage image = makeImage(*target, 2);
  EXPECT_EQ(image.textBytes, 4096u);
  EXPECT_GT(image.bytes.size(), image.textBytes);
  llvm::Expected<HostImage> host = HostImage::map(*target, image);
  if (!host)
    GTEST_SKIP() << llvm::toString(host.takeError());
  for (int kernel : {0, 1}) {
    float values[4] = {1, 1, 1, 1};
    void *buffer = values;
    host->entry(kernel)(&buffer, nullptr, 0, 4);
    EXPECT_EQ(values[0], 2.25f);
    EXPECT_EQ(values[2], 78.0f);
  }
}

TEST(Image, IsTheSameEachTime) {
  for (const char *name : {"x86-64-v3", "x86-64-v4", "aarch64"})
    EXPECT_EQ(makeImage(*makeTarget(name), 2).bytes,
              makeImage(*makeTarget(name), 2).bytes);
}

TEST(Image, RefusesTwoMachines) {
  Compiled x86 = compileText(*makeTarget("x86-64-v3"), kConstants);
  Compiled arm = compileText(*makeTarget("aarch64"), kConstants);
  llvm::Expected<CodeImage> image =
      makeTarget("x86-64-v3")->buildImage({&*x86.kernel, &*arm.kernel});
  EXPECT_FALSE(bool(image));
  llvm::consumeError(image.takeError());
}

} // namespace
} // namespace tenon::test

// SPDX-License-Identifier: Apache-2.0
// Choices between bitwise results: LLVM's merged instruction, which computes
// something else, must not be selected.
#include "compiler/target/cpu/EmitObject.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace tenon::test {
namespace {

std::string assemblyOf(const char *target, const char *text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str();
    return "";
  }
  std::string assembly;
  llvm::cantFail(emitObject(*module, llvm::cantFail(makeCpuModel(target)),
                            [&](llvm::StringRef stage, llvm::StringRef text) {
                              if (stage == "asm")
                                assembly = text.str();
                            }));
  return assembly;
}

// Where x < y, x with the lower bits of y.
constexpr const char *kChosenBits = R"(
define void @kernel(ptr %p, ptr %q, ptr %r, i64 %n) {
  %x = load <4 x i32>, ptr %p
  %y = load <4 x i32>, ptr %q
  %s = and <4 x i32> %x, <i32 -8, i32 -8, i32 -8, i32 -8>
  %m = and <4 x i32> %y, <i32 7, i32 7, i32 7, i32 7>
  %o = or <4 x i32> %s, %m
  %c = icmp slt <4 x i32> %x, %y
  %chosen = select <4 x i1> %c, <4 x i32> %o, <4 x i32> %x
  store <4 x i32> %chosen, ptr %r
  ret void
})";

TEST(FenceSelects, KeepsNestedBitwiseOperationsOutOfTheMask) {
  std::string assembly = assemblyOf("x86-64-v4", kChosenBits);
  EXPECT_NE(assembly.find("vpternlog"), std::string::npos) << assembly;
  EXPECT_FALSE(llvm::Regex("vpternlog[^\n]*\\{%k").match(assembly)) << assembly;
}

TEST(FenceSelects, LeavesOtherChoicesAlone) {
  std::string assembly = assemblyOf("x86-64-v4", R"(
define void @kernel(ptr %p, ptr %q, ptr %r, i64 %n) {
  %x = load <4 x i32>, ptr %p
  %y = load <4 x i32>, ptr %q
  %s = and <4 x i32> %x, %y
  %c = icmp slt <4 x i32> %x, %y
  %chosen = select <4 x i1> %c, <4 x i32> %s, <4 x i32> %x
  store <4 x i32> %chosen, ptr %r
  ret void
})");
  EXPECT_TRUE(llvm::Regex("vpand[^\n]*\\{%k").match(assembly)) << assembly;
}

} // namespace
} // namespace tenon::test

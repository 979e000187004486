// SPDX-License-Identifier: Apache-2.0
// Many kernels: compiled once each, the same bytes for any number of threads.
#include "compiler/target/CompileKernels.h"
#include "compiler/target/cpu/HostImage.h"
#include "mlir/Parser/Parser.h"
#include "test/unit/target/KernelRunner.h"
#include "gtest/gtest.h"

#include <atomic>

namespace tenon::test {
namespace {

/// Adds `number` to the f32 in its only buffer.
std::string makeText(int number) {
  std::string value = std::to_string(number) + ".0";
  return "func.func @kernel(%a: memref<f32>, %begin: index, %end: index) {\n"
         "%c = arith.constant " +
         value +
         " : f32\n%x = memref.load %a[] : memref<f32>\n"
         "%y = arith.addf %x, %c : f32\n"
         "memref.store %y, %a[] : memref<f32>\nreturn\n}";
}

KernelRequest makeRequest(std::string key, std::string text,
                          std::atomic<int> *builds = nullptr) {
  KernelRequest request;
  request.key = key;
  request.name = "kernel_" + key;
  request.build = [=](mlir::MLIRContext &context) {
    if (builds)
      ++*builds;
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  };
  return request;
}

CompiledKernels compile(const Target &target,
                        llvm::ArrayRef<KernelRequest> requests,
                        unsigned numThreads = 1) {
  CompileKernelsOptions options;
  options.numThreads = numThreads;
  llvm::Expected<CompiledKernels> result =
      compileKernels(target, requests, options);
  if (!result) {
    ADD_FAILURE() << llvm::toString(result.takeError());
    return {};
  }
  return std::move(*result);
}

TEST(CompileKernels, BuildsEqualKeysAndCompilesEqualTextsOnce) {
  std::atomic<int> builds = 0;
  std::vector<KernelRequest> requests = {
      makeRequest("one", makeText(1), &builds),
      makeRequest("two", makeText(2), &builds),
      makeRequest("one", makeText(1), &builds),
      makeRequest("also two", makeText(2), &builds)};
  CompiledKernels result = compile(*makeTarget("x86-64-v3"), requests);
  EXPECT_EQ(builds, 3);
  EXPECT_EQ(result.entries, (std::vector<uint32_t>{0, 1, 0, 1}));
  EXPECT_EQ(result.image.entryOffsets.size(), 2u);
  std::vector<bool> shared;
  for (const KernelStatistics &statistics : result.statistics) {
    shared.push_back(statistics.shared);
    EXPECT_GT(statistics.textBytes, 0);
    EXPECT_EQ(statistics.compileMs > 0, !statistics.shared);
  }
  EXPECT_EQ(shared, (std::vector<bool>{false, false, true, true}));
}

TEST(CompileKernels, RunsEveryKernelOfTheImage) {
  std::unique_ptr<Target> target = makeTarget("x86-64-v3");
  std::vector<KernelRequest> requests;
  for (int i = 0; i < 9; ++i)
    requests.push_back(makeRequest(std::to_string(i), makeText(i * i)));
  CompiledKernels result = compile(*target, requests, 2);
  EXPECT_EQ(result.image.textBytes % result.image.pageBytes, 0u);
  llvm::Expected<HostImage> image = HostImage::map(*target, result.image);
  if (!image)
    GTEST_SKIP() << llvm::toString(image.takeError());
  for (int i = 0; i < 9; ++i) {
    float value = 0.5;
    void *buffer = &value;
    image->entry(result.entries[i])(&buffer, nullptr, 0, 1);
    EXPECT_EQ(value, i * i + 0.5f);
  }
}

TEST(CompileKernels, GivesTheSameBytesForAnyNumberOfThreads) {
  std::vector<KernelRequest> requests;
  for (int i = 0; i < 40; ++i)
    requests.push_back(makeRequest(std::to_string(i), makeText(i % 17)));
  std::unique_ptr<Target> target = makeTarget("x86-64-v4");
  CompiledKernels alone = compile(*target, requests, 1);
  for (unsigned threads : {1, 2, 4}) {
    CompiledKernels other =
        compile(*makeTarget("x86-64-v4"), requests, threads);
    EXPECT_EQ(other.image.bytes, alone.image.bytes);
    EXPECT_EQ(other.image.entryOffsets, alone.image.entryOffsets);
    EXPECT_EQ(other.entries, alone.entries);
  }
  EXPECT_EQ(alone.image.entryOffsets.size(), 17u);
}

TEST(CompileKernels, IgnoresLocations) {
  std::string located = makeText(3);
  located.insert(located.rfind('}') + 1, " loc(\"node 'a'\")");
  CompiledKernels result =
      compile(*makeTarget("x86-64-v3"),
              {makeRequest("a", makeText(3)), makeRequest("b", located)});
  EXPECT_EQ(result.image.entryOffsets.size(), 1u);
}

TEST(CompileKernels, DropsRepetition) {
  // One square, written at length and shortly.
  auto text = [](std::string body) {
    return "func.func @kernel(%a: memref<f32>, %b: memref<f32>, %begin: index,"
           " %end: index) {\n%x = memref.load %a[] : memref<f32>\n" +
           body + "memref.store %s, %b[] : memref<f32>\nreturn\n}";
  };
  std::string longer = text("%c = arith.constant 3.0 : f32\n"
                            "%d = arith.constant 3.0 : f32\n"
                            "%y = arith.addf %x, %c : f32\n"
                            "%z = arith.addf %x, %d : f32\n"
                            "%s = arith.mulf %y, %z : f32\n");
  std::string shorter = text("%c = arith.constant 3.0 : f32\n"
                             "%y = arith.addf %x, %c : f32\n"
                             "%s = arith.mulf %y, %y : f32\n");
  CompiledKernels result =
      compile(*makeTarget("x86-64-v3"),
              {makeRequest("longer", longer), makeRequest("shorter", shorter)});
  EXPECT_EQ(result.entries, (std::vector<uint32_t>{0, 0}));
  // A value loaded again after a store is another.
  std::string again = text("memref.store %x, %b[] : memref<f32>\n"
                           "%y = memref.load %a[] : memref<f32>\n"
                           "%s = arith.addf %x, %y : f32\n");
  std::string same = text("memref.store %x, %b[] : memref<f32>\n"
                          "%s = arith.addf %x, %x : f32\n");
  result = compile(*makeTarget("x86-64-v3"),
                   {makeRequest("again", again), makeRequest("same", same)});
  EXPECT_EQ(result.entries, (std::vector<uint32_t>{0, 1}));
}

TEST(CompileKernels, NamesEveryKernelThatFails) {
  std::string bad = makeText(1);
  bad.replace(bad.find("arith.addf %x, %c"), 17, "arith.remf %x, %c");
  llvm::Expected<CompiledKernels> result =
      compileKernels(*makeTarget("x86-64-v3"),
                     {makeRequest("good", makeText(1)), makeRequest("bad", bad),
                      makeRequest("text", "no MLIR at all")});
  ASSERT_FALSE(bool(result));
  std::string error = llvm::toString(result.takeError());
  EXPECT_EQ(error.find("kernel_good"), std::string::npos) << error;
  size_t first = error.find("kernel 'kernel_bad': 'arith.remf'");
  size_t second = error.find("kernel 'kernel_text'");
  EXPECT_NE(first, std::string::npos) << error;
  EXPECT_NE(second, std::string::npos) << error;
  EXPECT_LT(first, second);
}

TEST(CompileKernels, ReportsStages) {
  std::string stages;
  CompileKernelsOptions options;
  options.listener = [&](llvm::StringRef kernel, llvm::StringRef stage,
                         llvm::StringRef text) {
    stages += (kernel + ":" + stage + " ").str();
    EXPECT_FALSE(text.empty());
  };
  llvm::Expected<CompiledKernels> result = compileKernels(
      *makeTarget("x86-64-v3"), {makeRequest("a", makeText(1))}, options);
  ASSERT_TRUE(bool(result));
  EXPECT_EQ(stages, "kernel_a:kernel kernel_a:llvm kernel_a:asm ");
}

TEST(CompileKernels, TakesNoKernelsAtAll) {
  CompiledKernels result = compile(*makeTarget("x86-64-v3"), {});
  EXPECT_TRUE(result.image.bytes.empty());
  EXPECT_TRUE(result.entries.empty());
}

TEST(CompileKernels, ServesTheNullTarget) {
  CompiledKernels result =
      compile(*makeTarget("null"), {makeRequest("a", makeText(1))});
  EXPECT_NE(result.image.bytes.find("arith.addf"), std::string::npos);
}

} // namespace
} // namespace tenon::test

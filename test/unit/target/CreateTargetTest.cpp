// SPDX-License-Identifier: Apache-2.0
// Names of targets and what their facts say.
#include "test/unit/target/KernelRunner.h"
#include "gtest/gtest.h"

#include <algorithm>

namespace tenon::test {
namespace {

std::string errorOf(llvm::StringRef name) {
  llvm::Expected<std::unique_ptr<Target>> target = createTarget(name);
  return target ? "" : llvm::toString(target.takeError());
}

TEST(CreateTarget, StatesFactsOfTheLevels) {
  std::unique_ptr<Target> v3 = makeTarget("x86-64-v3");
  EXPECT_EQ(v3->facts().vectorBytes, 32);
  EXPECT_EQ(v3->facts().numVectorRegisters, 16);
  EXPECT_EQ(v3->facts().minGatherElementBytes, 0);
  EXPECT_FALSE(v3->facts().int8Dot.has_value());
  std::unique_ptr<Target> v4 = makeTarget("x86-64-v4");
  EXPECT_EQ(v4->facts().vectorBytes, 64);
  EXPECT_EQ(v4->facts().minMaskedElementBytes, 1);
  auto required = v4->requiredFeatures();
  EXPECT_TRUE(std::is_sorted(required.begin(), required.end()));
  for (const char *name : {"avx2", "fma", "f16c", "avx512f", "avx512bw"})
    EXPECT_TRUE(std::count(required.begin(), required.end(), name)) << name;
}

TEST(CreateTarget, TilesFitTheRegisters) {
  for (const char *name : {"x86-64-v3", "x86-64-v4", "aarch64"}) {
    TargetFacts facts = makeTarget(name)->facts();
    EXPECT_FALSE(facts.registerTiles.empty());
    // The accumulators, one row of B, and one register to broadcast into.
    for (RegisterTile tile : facts.registerTiles)
      EXPECT_LE(tile.rows * tile.vectors + tile.vectors + 1,
                facts.numVectorRegisters)
          << name << " " << tile.rows << "x" << tile.vectors;
  }
}

TEST(CreateTarget, OrdersFeatures) {
  std::unique_ptr<Target> target = makeTarget("x86-64-v4+bf16+vnni");
  EXPECT_EQ(target->facts().name, "x86-64-v4+vnni+bf16");
  EXPECT_EQ(target->facts().int8Dot->groupSize, 4);
  EXPECT_EQ(target->facts().bf16Dot->groupSize, 2);
  EXPECT_FALSE(target->facts().hasHalfArithmetic);
  EXPECT_TRUE(makeTarget("x86-64-v4+fp16")->facts().hasHalfArithmetic);
}

TEST(CreateTarget, KeepsMeasuredPeaks) {
  EXPECT_FALSE(makeTarget("x86-64-v3")->facts().peaks.has_value());
  MeasuredPeaks peaks;
  peaks.f32GflopsPerCore = 100;
  llvm::Expected<std::unique_ptr<Target>> target =
      createTarget("x86-64-v3", peaks);
  ASSERT_TRUE(bool(target));
  EXPECT_EQ((*target)->facts().peaks->f32GflopsPerCore, 100);
}

TEST(CreateTarget, RefusesUnknownNames) {
  EXPECT_NE(errorOf("pentium").find("known are host, x86-64-v3, x86-64-v4"),
            std::string::npos);
  EXPECT_NE(errorOf("").find("no target is named ''"), std::string::npos);
  EXPECT_NE(errorOf("x86-64-v4+amx").find("no feature 'amx'"),
            std::string::npos);
  EXPECT_NE(errorOf("x86-64-v3+vnni").find("no feature 'vnni'"),
            std::string::npos);
  EXPECT_NE(errorOf("x86-64-v4+vnni+vnni").find("twice"), std::string::npos);
  EXPECT_NE(errorOf("x86-64-v4+").find("no feature ''"), std::string::npos);
}

TEST(CreateTarget, NamesTheHostSoThatItsCodeCanBeMadeElsewhere) {
  llvm::Expected<std::unique_ptr<Target>> host = createTarget("host");
  if (!host)
    GTEST_SKIP() << llvm::toString(host.takeError());
  std::string name = (*host)->facts().name;
  std::unique_ptr<Target> same = makeTarget(name);
  EXPECT_EQ(same->facts().name, name);
  EXPECT_EQ(same->requiredFeatures(), (*host)->requiredFeatures());
  EXPECT_GT((*host)->facts().l1Bytes, 0);
  EXPECT_GT((*host)->facts().numCores, 0);
  const char *text = "func.func @kernel(%a: memref<f32>, %b: index, %e: index) "
                     "{ return }";
  EXPECT_EQ(compileText(*same, text).kernel->object,
            compileText(**host, text).kernel->object);
}

} // namespace
} // namespace tenon::test

// SPDX-License-Identifier: Apache-2.0
//
// Engines are loaded from files and memory, choose their variant, and say
// what is wrong with what is no engine.
#include "runtime/core/Engine.h"

#include "EngineMaker.h"
#include "runtime/abi/Devices.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

using namespace tenon::runtime;
using namespace tenon::test;
namespace format = tenon::format;
namespace fs = std::filesystem;

namespace {

Device &cpu() { return **findDevice("cpu"); }

EngineOptions forCpu() { return {&cpu(), std::nullopt}; }

class EngineFile : public testing::Test {
protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "tenonXXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string write(std::span<const std::byte> bytes) {
    std::string path = folder / "a.tenon";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path;
  }

  fs::path folder;
};

TEST_F(EngineFile, isLoaded) {
  std::vector<std::byte> bytes = makeAddEngine();
  auto engine = Engine::loadFile(write(bytes), forCpu());
  ASSERT_TRUE(engine.ok()) << engine.status().message();
  EXPECT_EQ((*engine)->fileBytes(), bytes.size());
  EXPECT_TRUE((*engine)->isRunnable());
  EXPECT_EQ((*engine)->variantIndex(), 0u);
}

TEST_F(EngineFile, mayBeReplacedWhileLoaded) {
  std::string path = write(makeAddEngine());
  auto engine = Engine::loadFile(path, forCpu());
  ASSERT_TRUE(engine.ok());
  fs::remove(path);
  EXPECT_EQ((*engine)->contents().constants.size(), 64u);
}

TEST_F(EngineFile, errorsNameTheFile) {
  std::vector<std::byte> bytes = makeAddEngine();
  bytes[bytes.size() / 2] ^= std::byte{1};
  std::string path = write(bytes);
  auto engine = Engine::loadFile(path, forCpu());
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.status().code(), Code::badEngine);
  EXPECT_NE(engine.status().message().find(path), std::string::npos);
}

TEST_F(EngineFile, othersAreRefusedWithTheirKind) {
  EXPECT_EQ(Engine::loadFile(folder / "none", forCpu()).status().code(),
            Code::notFound);
  auto asFolder = Engine::loadFile(folder, forCpu());
  EXPECT_EQ(asFolder.status().code(), Code::readFailed);
  EXPECT_NE(asFolder.status().message().find("is a folder"), std::string::npos);
  EXPECT_EQ(Engine::loadFile(write({}), forCpu()).status().code(),
            Code::badEngine);
  EXPECT_EQ(Engine::loadFile("/dev/zero", forCpu()).status().code(),
            Code::readFailed);
}

TEST(Engine, inspectingLoadsNoCode) {
  auto engine = Engine::loadMemory(makeAddEngine(), false, {});
  ASSERT_TRUE(engine.ok());
  EXPECT_FALSE((*engine)->isRunnable());
  EXPECT_EQ((*engine)->contents().variants.size(), 1u);
}

TEST(Engine, borrowedMemoryIsUsedWhereItIs) {
  std::vector<std::byte> bytes = makeAddEngine();
  std::vector<std::byte> room(bytes.size() + 64);
  void *aligned = room.data();
  size_t space = room.size();
  std::align(64, bytes.size(), aligned, space);
  std::memcpy(aligned, bytes.data(), bytes.size());
  Bytes borrowed(static_cast<std::byte *>(aligned), bytes.size());
  auto engine = Engine::loadMemory(borrowed, true, forCpu());
  ASSERT_TRUE(engine.ok());
  EXPECT_GE((*engine)->constants(), borrowed.data());
  EXPECT_LT((*engine)->constants(), borrowed.data() + borrowed.size());
}

/// An engine of several variants of the same program.
std::vector<std::byte>
makeVariants(const std::vector<format::Variant> &variants) {
  EngineMaker maker;
  auto n = maker.symbol("n", 0, 1000, 4);
  auto x = maker.input("x", format::ElementType::f32, {n});
  auto y = maker.output("y", format::ElementType::f32, {n});
  maker.copy(x, y, maker.apply(format::ValueOp::mul, n, maker.constant(4)));
  format::EngineWriter writer;
  EXPECT_TRUE(writer.setMetadata({}).ok());
  for (const format::Variant &variant : variants)
    EXPECT_TRUE(
        writer.addVariant(variant, maker.program, testCode(), 65536).ok());
  return *writer.build();
}

format::Variant named(const char *name, uint32_t rank,
                      std::vector<std::string> features = {}) {
  format::Variant variant = testVariant();
  variant.name = name;
  variant.rank = rank;
  variant.features = std::move(features);
  return variant;
}

std::string chosenName(const std::vector<std::byte> &bytes,
                       std::optional<std::string> wanted = std::nullopt) {
  auto engine = Engine::loadMemory(bytes, false, {&cpu(), wanted});
  if (!engine.ok())
    return "error " + std::to_string(static_cast<int>(engine.status().code()));
  uint32_t index = (*engine)->variantIndex();
  return (*engine)->contents().variants[index].variant.name;
}

TEST(Engine, takesTheHighestRankThatFits) {
  EXPECT_EQ(chosenName(makeVariants({named("low", 1), named("high", 2)})),
            "high");
  EXPECT_EQ(chosenName(makeVariants(
                {named("low", 1), named("high", 2, {"no-such-feature"})})),
            "low");
  EXPECT_EQ(chosenName(makeVariants({named("one", 1), named("two", 1)})),
            "one");
}

TEST(Engine, takesTheVariantAskedFor) {
  std::vector<std::byte> bytes = makeVariants(
      {named("low", 1), named("high", 2), named("odd", 3, {"no-such"})});
  EXPECT_EQ(chosenName(bytes, "low"), "low");
  EXPECT_EQ(chosenName(bytes, "odd"), "error 202");
  EXPECT_EQ(chosenName(bytes, "none"), "error 202");
}

TEST(Engine, saysWhatEachVariantLacks) {
  format::Variant other = named("board", 2);
  other.device = "cuda";
  auto engine = Engine::loadMemory(
      makeVariants({named("fast", 1, {"no-such-feature"}), other}), false,
      forCpu());
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.status().code(), Code::noVariant);
  for (const char *part :
       {"'fast' needs no-such-feature", "'board' needs device cuda"})
    EXPECT_NE(engine.status().message().find(part), std::string::npos)
        << engine.status().message();
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
//
// The writer is deterministic, keeps constants once, refuses what could not
// be read, and leaves nothing behind when it fails.
#include "format/EngineWriter.h"

#include "SampleEngine.h"
#include "format/EngineReader.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>

using namespace tenon::format;
namespace fs = std::filesystem;

namespace {

std::vector<std::byte> filled(size_t size, int value) {
  return std::vector<std::byte>(size, static_cast<std::byte>(value));
}

TEST(ConstantPool, keepsEqualContentsOnce) {
  std::vector<std::byte> a = filled(100, 1), b = filled(100, 2),
                         again = filled(100, 1), longer = filled(101, 1);
  ConstantPool pool;
  EXPECT_EQ(pool.add(a), 0u);
  EXPECT_EQ(pool.add(b), 128u);
  EXPECT_EQ(pool.add(again), 0u);
  EXPECT_EQ(pool.add(longer), 256u);
  EXPECT_EQ(pool.sizeBytes(), 384u);
}

TEST(EngineWriter, sameInputsGiveSameBytes) {
  EXPECT_EQ(makeSampleEngine(), makeSampleEngine());
}

TEST(EngineWriter, sizeIsKnownBefore) {
  EngineWriter writer;
  ASSERT_TRUE(writer.setMetadata({"a", "b", "c"}).ok());
  ASSERT_TRUE(writer
                  .addVariant(makeSampleVariant(), makeSampleProgram(),
                              makeSampleCode())
                  .ok());
  ConstantPool pool;
  std::vector<std::byte> weights = filled(12, 1);
  pool.add(weights);
  writer.setConstants(pool);
  EXPECT_EQ(writer.build()->size(), writer.sizeBytes());
}

TEST(EngineWriter, refusesUnsoundProgram) {
  EngineWriter writer;
  Program program = makeSampleProgram();
  program.steps[0].kernel = 1;
  Result<uint32_t> variant =
      writer.addVariant(makeSampleVariant(), program, makeSampleCode());
  ASSERT_FALSE(variant.ok());
  EXPECT_EQ(variant.status().code(), Code::badEngine);
}

TEST(EngineWriter, refusesConstantsThatAreNotThere) {
  EngineWriter writer;
  ASSERT_TRUE(writer
                  .addVariant(makeSampleVariant(), makeSampleProgram(),
                              makeSampleCode())
                  .ok());
  EXPECT_FALSE(writer.build().ok());
}

TEST(EngineWriter, refusesStringsTooLongToRead) {
  EngineWriter writer;
  EXPECT_FALSE(writer.setMetadata({std::string(5000, 'x'), "", ""}).ok());
}

TEST(EngineWriter, refusesAlignmentThatIsNone) {
  EngineWriter writer;
  EXPECT_FALSE(writer
                   .addVariant(makeSampleVariant(), makeSampleProgram(),
                               makeSampleCode(), 100)
                   .ok());
}

/// A folder of its own for each test, removed afterwards.
class EngineWriterFile : public testing::Test {
protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "tenonXXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    pool.add(weights);
    ASSERT_TRUE(writer.setMetadata({"test", "model", "00"}).ok());
    ASSERT_TRUE(writer
                    .addVariant(makeSampleVariant(), makeSampleProgram(),
                                makeSampleCode())
                    .ok());
    writer.setConstants(pool);
  }
  void TearDown() override { fs::remove_all(folder); }

  size_t countFiles() const {
    return std::distance(fs::directory_iterator(folder),
                         fs::directory_iterator());
  }
  std::vector<std::byte> readFile(const fs::path &path) const {
    std::ifstream in(path, std::ios::binary);
    std::vector<std::byte> bytes(fs::file_size(path));
    in.read(reinterpret_cast<char *>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
    return bytes;
  }

  fs::path folder;
  std::vector<std::byte> weights = filled(1 << 20, 3);
  ConstantPool pool;
  EngineWriter writer;
};

TEST_F(EngineWriterFile, fileHasTheBuiltBytes) {
  fs::path path = folder / "a.tenon";
  Status status = writer.writeFile(path);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(readFile(path), *writer.build());
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(EngineWriterFile, replacesAnOldFile) {
  fs::path path = folder / "a.tenon";
  std::ofstream(path) << "old";
  ASSERT_TRUE(writer.writeFile(path).ok());
  EXPECT_TRUE(readEngine(readFile(path)).ok());
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(EngineWriterFile, aFullDiskLeavesTheOldFileAndNothingElse) {
  fs::path path = folder / "a.tenon";
  std::ofstream(path) << "old";
  // The limit on file sizes stands in for a full disk: write() fails midway.
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = {100000, before.rlim_max};
  auto *oldHandler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  Status status = writer.writeFile(path);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, oldHandler);
  EXPECT_EQ(status.code(), Code::writeFailed);
  EXPECT_NE(status.message().find(path.string()), std::string::npos);
  EXPECT_EQ(fs::file_size(path), 3u);
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(EngineWriterFile, aMissingFolderIsAnError) {
  Status status = writer.writeFile(folder / "missing" / "a.tenon");
  EXPECT_EQ(status.code(), Code::writeFailed);
  EXPECT_EQ(countFiles(), 0u);
}

TEST_F(EngineWriterFile, aFolderIsNotReplaced) {
  fs::path path = folder / "a.tenon";
  fs::create_directory(path);
  EXPECT_EQ(writer.writeFile(path).code(), Code::writeFailed);
  EXPECT_TRUE(fs::is_directory(path));
  EXPECT_EQ(countFiles(), 1u);
}

TEST_F(EngineWriterFile, aDeviceIsNotReplaced) {
  EXPECT_EQ(writer.writeFile("/dev/null").code(), Code::writeFailed);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

} // namespace
